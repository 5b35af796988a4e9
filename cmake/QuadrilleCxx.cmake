# CMAKE_CXX_COMPILER, if there is a C++ compiler: the libraries do without. A build folder that was made without one looks
# again, since one may have been installed after that. A value that the caller gives stays.
include_guard(GLOBAL)
if(QUADRILLE_CXX_NOT_FOUND AND NOT CMAKE_CXX_COMPILER)
  unset(CMAKE_CXX_COMPILER CACHE)
endif()
unset(QUADRILLE_CXX_NOT_FOUND CACHE)
if(NOT DEFINED CMAKE_CXX_COMPILER)
  include(CheckLanguage)
  check_language(CXX)
  if(NOT CMAKE_CXX_COMPILER)
    set(QUADRILLE_CXX_NOT_FOUND ON CACHE INTERNAL "The last search found no C++ compiler")
  endif()
endif()
