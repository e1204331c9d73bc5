/* Wine 8 has no bcryptprimitives.dll, from which Rust's standard library takes random numbers for its hash tables. This one
 * is put beside the programs that run under Wine; no other thing that it exports is wanted by them. */
#include <windows.h>

/* Fills a buffer with random bytes, as Windows does; advapi32 exports this one under a number-like name. */
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
    while (length > 0) {
        const ULONG step = length > 0x10000 ? 0x10000 : (ULONG)length;
        if (!SystemFunction036(buffer, step)) return FALSE;
        buffer += step;
        length -= step;
    }
    return TRUE;
}
