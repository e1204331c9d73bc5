# Which requests this version answers: until 1.0 those of its minor version, from then on those of its major version, and none
# that ask for a later one.

set(PACKAGE_VERSION "@VERSION@")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
set(PACKAGE_VERSION_EXACT FALSE)

string(REGEX MATCH "^([0-9]+)\\.([0-9]+)" _phalanx_own "${PACKAGE_VERSION}")
set(_phalanx_major "${CMAKE_MATCH_1}")
set(_phalanx_minor "${CMAKE_MATCH_2}")

if(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  if(PACKAGE_FIND_VERSION_MAJOR STREQUAL _phalanx_major
     AND (_phalanx_major GREATER 0 OR PACKAGE_FIND_VERSION_MINOR STREQUAL _phalanx_minor))
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
  endif()
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()

# The files are for 64 bits and for one system.
if((CMAKE_SIZEOF_VOID_P AND NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
   OR (CMAKE_SYSTEM_NAME AND NOT CMAKE_SYSTEM_NAME STREQUAL "@SYSTEM@"))
  set(PACKAGE_VERSION "${PACKAGE_VERSION} (@PLATFORM@)")
  set(PACKAGE_VERSION_UNSUITABLE TRUE)
endif()
