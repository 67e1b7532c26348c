// The test framework's own code and main(). Compiled once, and slowly: no test goes in here.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
