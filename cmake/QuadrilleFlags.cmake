# Flags that every target of ours is compiled with: link to quadrille_flags (PRIVATE) to get them.
add_library(quadrille_flags INTERFACE)
target_compile_features(quadrille_flags INTERFACE c_std_11)

if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  # No contraction: the same sums on every machine. No fast-math: answers hang on NaN and infinity.
  target_compile_options(quadrille_flags INTERFACE -Wall -Wextra -Wconversion -Wshadow -ffp-contract=off -fno-math-errno)
  if(MINGW)
    # printf as C11 has it, and files of any size. Formats are not checked, since those that gcc knows here are Microsoft's;
    # nor doubles that become floats, since isnan of mingw-w64 has one in the branch it does not take.
    target_compile_definitions(quadrille_flags INTERFACE __USE_MINGW_ANSI_STDIO=1 _FILE_OFFSET_BITS=64)
    target_compile_options(quadrille_flags INTERFACE -Wno-format -Wno-format-extra-args -Wno-float-conversion)
  endif()
  if(QUADRILLE_WERROR)
    target_compile_options(quadrille_flags INTERFACE -Werror)
  endif()
  if(QUADRILLE_SANITIZE)
    target_compile_options(quadrille_flags INTERFACE -fsanitize=${QUADRILLE_SANITIZE} -fno-sanitize-recover=all
                           -fno-omit-frame-pointer)
    target_link_options(quadrille_flags INTERFACE -fsanitize=${QUADRILLE_SANITIZE})
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND QUADRILLE_SANITIZE MATCHES "address") # clang does by itself: programs start sooner
      target_link_options(quadrille_flags INTERFACE
                          $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-static-libasan$<SEMICOLON>-static-libubsan>)
    endif()
  endif()
endif()
set(CMAKE_C_EXTENSIONS OFF)

# What marks a public function while the libraries are compiled: shared ones export these alone.
set(QUADRILLE_EXPORT "")
if(WIN32)
  set(QUADRILLE_EXPORT "QD_API=__declspec(dllexport)")
elseif(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  set(QUADRILLE_EXPORT "QD_API=__attribute__((visibility(\"default\")))")
endif()

# Floats are computed as floats: 32-bit x86 uses its x87 unless told otherwise, and gcc -std=c11 widens floats on s390x.
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -std=c11)
  check_c_source_compiles("#include <float.h>\nint each[FLT_EVAL_METHOD == 0 ? 1 : -1];\nint main(void) { return 0; }"
                          QUADRILLE_FLOATS_ARE_FLOATS)
  check_c_source_compiles("#ifndef __i386__\n#error\n#endif\nint main(void) { return 0; }" QUADRILLE_IS_I386)
  unset(CMAKE_REQUIRED_FLAGS)
  if(NOT QUADRILLE_FLOATS_ARE_FLOATS AND QUADRILLE_IS_I386)
    target_compile_options(quadrille_flags INTERFACE -msse2 -mfpmath=sse)
  elseif(NOT QUADRILLE_FLOATS_ARE_FLOATS)
    target_compile_options(quadrille_flags INTERFACE -fexcess-precision=fast)
  endif()
endif()
