# WebAssembly by clang and wasi-libc, its programs run by node: cmake -DCMAKE_TOOLCHAIN_FILE=cmake/wasm.cmake
# (Debian: clang, lld, wasi-libc, libclang-rt-dev-wasm32, nodejs).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT "-msimd128 -D_WASI_EMULATED_GETPID")
set(CMAKE_C_STANDARD_LIBRARIES_INIT -lwasi-emulated-getpid)
# No vectors of the compiler's own: clang 14 loads a number into all lanes of one after the memory has changed. The options
# have to follow the level of optimisation.
add_compile_options(-fno-vectorize -fno-slp-vectorize)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=1048576 -Wl,--stack-first") # the linker's default is 64 KiB
set(CMAKE_AR llvm-ar)
set(CMAKE_RANLIB llvm-ranlib)
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings --single-threaded ${CMAKE_CURRENT_LIST_DIR}/../tools/wasi.mjs)
set(CMAKE_FIND_ROOT_PATH /usr)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
set(ENV{PKG_CONFIG_LIBDIR} /nonexistent)
