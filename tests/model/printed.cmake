# Compiles every program that the self-test has printed, and runs it. Wants COMPILER, FLAGS, ROOT, LIBRARY and EMULATOR.
file(GLOB programs shrunk-*.c)
list(LENGTH programs count)
if(count EQUAL 0)
  message(FATAL_ERROR "There are no shrunk-*.c here: run the test model.self first")
endif()
separate_arguments(FLAGS)
separate_arguments(EMULATOR) # what runs programs of another machine
foreach(program IN LISTS programs)
  get_filename_component(name ${program} NAME_WE)
  execute_process(COMMAND ${COMPILER} -std=c11 -Wall -Wextra ${FLAGS} -I${ROOT}/include -I${ROOT}/tests -I${ROOT}/tests/support ${program}
                          ${ROOT}/tests/support/ledger.c ${LIBRARY} -lm -o ${name}
                  RESULT_VARIABLE result ERROR_VARIABLE errors)
  if(NOT result EQUAL 0 OR NOT errors STREQUAL "")
    message(FATAL_ERROR "${program} does not compile cleanly:\n${errors}")
  endif()
  execute_process(COMMAND ${EMULATOR} ./${name} RESULT_VARIABLE result ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${program} fails (${result}):\n${errors}")
  endif()
endforeach()
message(STATUS "${count} printed programs compile and pass")
