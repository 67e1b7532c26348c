# Writes OUTPUT, the header with the version and the commit. Runs at each build (cmake -P); the file is
# touched only when something changed. VERSION, SOURCE_DIR, INPUT and OUTPUT come from src/CMakeLists.txt.

set(COMMIT "unknown")
if(EXISTS "${SOURCE_DIR}/.git")   # a tarball inside someone else's repository has no commit of ours
  execute_process(
    COMMAND git -C "${SOURCE_DIR}" describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE described
    RESULT_VARIABLE status
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
  if(status EQUAL 0)
    set(COMMIT "${described}")
  endif()
endif()
configure_file("${INPUT}" "${OUTPUT}" @ONLY)
