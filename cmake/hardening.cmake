# What makes a memory error in a release end in a crash, not in a foothold. The server parses what
# anyone who may create a Pod sends.

if(NOT NODEFIT_HARDENING)
  return()
endif()

include(CheckCXXCompilerFlag)
include(CheckPIESupported)

# PIE: code lies at a random address.
check_pie_supported(LANGUAGES CXX)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

target_compile_options(nodefit_options INTERFACE
  -U_FORTIFY_SOURCE               # some distributions predefine 2, and a second definition warns
  -D_FORTIFY_SOURCE=3             # libc calls check sizes, also those known only at run time
  -D_GLIBCXX_ASSERTIONS           # operator[], front(), *optional and the like check their preconditions
  -fstack-protector-strong        # a canary before the return address of functions with arrays
  -fstack-clash-protection)       # big frames touch each page, so they cannot jump the guard page

check_cxx_compiler_flag(-fcf-protection NODEFIT_HAS_CF_PROTECTION)    # x86 only
if(NODEFIT_HAS_CF_PROTECTION)
  target_compile_options(nodefit_options INTERFACE -fcf-protection)   # indirect jumps land on marked targets
endif()

target_link_options(nodefit_options INTERFACE
  LINKER:-z,relro                 # relocation tables are read-only once the loader is done,
  LINKER:-z,now                   # and it resolves everything at start, so that is all of them (full RELRO)
  LINKER:-z,noexecstack)          # no object file can ask for an executable stack
