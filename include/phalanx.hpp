// Phalanx for C++17 and later: header only, over phalanx.h, which stays the manual of every field and function.
//
// Calls that fail throw phalanx::Error, with the library's own text. With PHALANX_NO_EXCEPTIONS (set by itself where the
// compiler has exceptions off, as in Unreal) they return a negative Status instead. Needs no RTTI in either case.
#ifndef PHALANX_HPP
#define PHALANX_HPP

#include "phalanx/status.hpp"
#include "phalanx/view.hpp"
#include "phalanx/description.hpp"
#include "phalanx/ground.hpp"
#include "phalanx/context.hpp"
#include "phalanx/job.hpp"
#include "phalanx/segments.hpp"
#include "phalanx/muster.hpp"
#include "phalanx/host_loop.hpp"
#include "phalanx/debug_lines.hpp"

#endif
