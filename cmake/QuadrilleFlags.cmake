# Flags that every target of ours is compiled with: link to quadrille_flags (PRIVATE) to get them.
add_library(quadrille_flags INTERFACE)
target_compile_features(quadrille_flags INTERFACE c_std_11)

if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  # No contraction: the same sums on every machine. No fast-math: answers hang on NaN and infinity.
  target_compile_options(quadrille_flags INTERFACE -Wall -Wextra -Wconversion -Wshadow -ffp-contract=off -fno-math-errno)
  if(QUADRILLE_WERROR)
    target_compile_options(quadrille_flags INTERFACE -Werror)
  endif()
  if(QUADRILLE_SANITIZE)
    target_compile_options(quadrille_flags INTERFACE -fsanitize=${QUADRILLE_SANITIZE} -fno-sanitize-recover=all
                           -fno-omit-frame-pointer)
    target_link_options(quadrille_flags INTERFACE -fsanitize=${QUADRILLE_SANITIZE})
  endif()
endif()
set(CMAKE_C_EXTENSIONS OFF)
