# Warnings for our own code. They are errors only where a preset says so (NODEFIT_WERROR).

target_compile_options(nodefit_options INTERFACE
  -Wall
  -Wextra
  -Wpedantic
  -Wshadow
  -Wconversion
  -Wsign-conversion
  -Wold-style-cast
  -Wnon-virtual-dtor
  -Woverloaded-virtual
  -Wnull-dereference
  -Wimplicit-fallthrough
  -Wformat=2)

if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(nodefit_options INTERFACE   # clang has none of these
    -Wduplicated-cond
    -Wduplicated-branches
    -Wlogical-op)
else()
  # clang blames us for what libstdc++ 12 calls inside std::stable_sort.
  target_compile_options(nodefit_options INTERFACE -Wno-deprecated-declarations)
endif()

if(NODEFIT_WERROR)
  target_compile_options(nodefit_options INTERFACE -Werror)
endif()
