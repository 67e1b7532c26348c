# What can be switched, what holds for every target, and nodefit_options: the one INTERFACE target that
# each target of ours links. Third-party code never links it, and its headers are SYSTEM.

option(NODEFIT_WERROR "Warnings are errors. Set by the presets only: a user's compiler may know new ones" OFF)
option(NODEFIT_HARDENING "Compile and link with the flags of cmake/hardening.cmake" OFF)
option(NODEFIT_PCH "Precompile the test framework's header" ON)
option(NODEFIT_BUILD_TESTS "Build unit_tests (needs Catch2 2)" OFF)
option(NODEFIT_BUILD_BENCH "Build core_bench (needs google-benchmark); numbers mean something in release only" OFF)
option(NODEFIT_BUILD_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
set(NODEFIT_SANITIZE "" CACHE STRING "What -fsanitize= gets, for example address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(nodefit_options INTERFACE)
target_compile_features(nodefit_options INTERFACE cxx_std_20)

# Paths of the checkout stay out of binaries: builds are reproducible, and ccache (which leaves this
# flag's value out of its hash and turns paths into relative ones) serves any checkout. Debuggers find
# the sources from the checkout's top; __FILE__ is relative to it.
file(RELATIVE_PATH up ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -fmacro-prefix-map=${up}=)

# The sloppiness is what ccache asks for when precompiled headers are used.
find_program(NODEFIT_CCACHE ccache)
if(NODEFIT_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
    CCACHE_ABSSTDERR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros
    ${NODEFIT_CCACHE})
endif()
