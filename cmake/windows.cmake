# 64-bit Windows from Debian by mingw-w64, its programs run by wine: cmake -DCMAKE_TOOLCHAIN_FILE=cmake/windows.cmake
# (Debian: gcc-mingw-w64-x86-64-win32, wine, wine64; for C++ also g++-mingw-w64-x86-64-win32).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
find_program(QUADRILLE_MINGW_CXX x86_64-w64-mingw32-g++)
mark_as_advanced(QUADRILLE_MINGW_CXX)
if(QUADRILLE_MINGW_CXX)
  set(CMAKE_CXX_COMPILER ${QUADRILLE_MINGW_CXX})
endif()
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # its threads are those of winpthreads
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} /nonexistent)
