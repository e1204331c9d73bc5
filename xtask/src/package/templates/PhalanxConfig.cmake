# Phalanx @VERSION@ for @PLATFORM@.
#
#   find_package(Phalanx @VERSION@ REQUIRED)
#   target_link_libraries(army PRIVATE Phalanx::Phalanx)
#
# Phalanx::Shared and Phalanx::Static are the two libraries; Phalanx::Phalanx is the shared one, or the static one where
# Phalanx_USE_STATIC_LIBS is on.

get_filename_component(_phalanx_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET Phalanx::Shared)
  add_library(Phalanx::Shared SHARED IMPORTED)
  set_target_properties(Phalanx::Shared PROPERTIES
    IMPORTED_LOCATION "${_phalanx_root}/@SHARED@"
    INTERFACE_INCLUDE_DIRECTORIES "${_phalanx_root}/include")
  if(WIN32)
    if(MSVC OR NOT EXISTS "${_phalanx_root}/lib/libphalanx.dll.a")
      set_target_properties(Phalanx::Shared PROPERTIES IMPORTED_IMPLIB "${_phalanx_root}/lib/phalanx.dll.lib")
    else()
      set_target_properties(Phalanx::Shared PROPERTIES IMPORTED_IMPLIB "${_phalanx_root}/lib/libphalanx.dll.a")
    endif()
  elseif(NOT APPLE)
    # Programs are to remember the library's name, not the place where it lay when they were linked.
    set_target_properties(Phalanx::Shared PROPERTIES IMPORTED_NO_SONAME TRUE)
  endif()
endif()

if(NOT TARGET Phalanx::Static)
  set(_phalanx_static "${_phalanx_root}/lib/libphalanx.a")
  if(MSVC)
    set(_phalanx_static "${_phalanx_root}/lib/phalanx.lib")
  endif()
  if(EXISTS "${_phalanx_static}")
    add_library(Phalanx::Static STATIC IMPORTED)
    set_target_properties(Phalanx::Static PROPERTIES
      IMPORTED_LOCATION "${_phalanx_static}"
      INTERFACE_INCLUDE_DIRECTORIES "${_phalanx_root}/include"
      INTERFACE_LINK_LIBRARIES "@STATIC_NEEDS_LIST@")
  endif()
  unset(_phalanx_static)
endif()

if(Phalanx_USE_STATIC_LIBS AND NOT TARGET Phalanx::Static)
  set(Phalanx_FOUND FALSE)
  set(Phalanx_NOT_FOUND_MESSAGE "Phalanx_USE_STATIC_LIBS is on, and this package has no static library for this compiler")
elseif(NOT TARGET Phalanx::Phalanx)
  add_library(Phalanx::Phalanx INTERFACE IMPORTED)
  if(Phalanx_USE_STATIC_LIBS)
    set_target_properties(Phalanx::Phalanx PROPERTIES INTERFACE_LINK_LIBRARIES Phalanx::Static)
  else()
    set_target_properties(Phalanx::Phalanx PROPERTIES INTERFACE_LINK_LIBRARIES Phalanx::Shared)
  endif()
endif()

unset(_phalanx_root)
