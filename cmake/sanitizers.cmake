# Sanitizers, chosen by a preset through NODEFIT_SANITIZE.

if(NODEFIT_SANITIZE)
  target_compile_options(nodefit_options INTERFACE
    -fsanitize=${NODEFIT_SANITIZE}
    -fno-sanitize-recover=all     # the first finding ends the program, so that no test passes over it
    -fno-omit-frame-pointer       # whole stacks in reports
    -D_GLIBCXX_ASSERTIONS)
  target_link_options(nodefit_options INTERFACE -fsanitize=${NODEFIT_SANITIZE})
endif()

# Coverage feedback in the code under test; the targets in tests/fuzz add libFuzzer's main().
if(NODEFIT_BUILD_FUZZ)
  target_compile_options(nodefit_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
