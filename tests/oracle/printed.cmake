# Compiles the program of calls that the checker's test has printed, and runs it. Needs COMPILER, FLAGS, ROOT, LIBRARY and EMULATOR.
separate_arguments(FLAGS)
separate_arguments(EMULATOR) # what runs programs of another machine
execute_process(COMMAND ${COMPILER} -std=c11 -Wall -Wextra -Wno-shadow ${FLAGS} -I${ROOT}/include checker-printed.c ${LIBRARY} -lm
                        -o checker-printed
                RESULT_VARIABLE result ERROR_VARIABLE errors)
if(NOT result EQUAL 0 OR NOT errors STREQUAL "")
  message(FATAL_ERROR "checker-printed.c does not compile cleanly:\n${errors}")
endif()
execute_process(COMMAND ${EMULATOR} ./checker-printed RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "checker-printed.c fails (${result})")
endif()
