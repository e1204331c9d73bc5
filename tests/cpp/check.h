/* Checks of the C and C++ tests: the first one that fails is printed with its place and ends the program. */
#ifndef PHALANX_TEST_CHECK_H
#define PHALANX_TEST_CHECK_H

#include "phalanx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void check_failed(const char* file, int line, const char* what) {
    char text[1024];
    phx_last_error(text, sizeof text);
    fprintf(stderr, "%s:%d: %s\nlast error: %s\n", file, line, what, text);
    exit(1);
}

/* Whether this thread's last error holds a text. */
static inline int error_names(const char* part) {
    char text[1024];
    phx_last_error(text, sizeof text);
    return strstr(text, part) != NULL;
}

#define CHECK(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
/* A call that fails with a status and a text that names what is wrong. */
#define CHECK_ERROR(call, status, part) CHECK((call) == (status) && error_names(part))

#endif
