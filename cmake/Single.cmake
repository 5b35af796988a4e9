# Builds the libraries from the one file that `make single` writes into the folder QUADRILLE_SINGLE, so that the tests run
# against it: the target quadrille_single is all of them, and every public header is that one header.
add_library(quadrille_single OBJECT ${QUADRILLE_SINGLE}/quadrille.c)
target_link_libraries(quadrille_single PRIVATE quadrille_flags)
if(QUADRILLE_SINGLE_CXX) # as C++, without its library
  enable_language(CXX)
  set_source_files_properties(${QUADRILLE_SINGLE}/quadrille.c PROPERTIES LANGUAGE CXX)
  set_target_properties(quadrille_single PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)
  target_compile_options(quadrille_single PRIVATE -fno-exceptions -fno-rtti)
endif()
if(QUADRILLE_LANES)
  target_compile_definitions(quadrille_single PRIVATE QD__LANES_ONLY="${QUADRILLE_LANES}")
endif()
set_target_properties(quadrille_single PROPERTIES POSITION_INDEPENDENT_CODE ON)

set(headers ${CMAKE_BINARY_DIR}/single/quadrille)
file(GLOB names RELATIVE ${PROJECT_SOURCE_DIR}/include/quadrille ${PROJECT_SOURCE_DIR}/include/quadrille/*.h)
list(REMOVE_ITEM names image.h threads.h) # these two libraries are not in the one file
foreach(name IN LISTS names)
  file(WRITE ${headers}/${name} "#include \"${QUADRILLE_SINGLE}/quadrille.h\"\n")
endforeach()
include_directories(BEFORE ${CMAKE_BINARY_DIR}/single)

# A library of the index that is linked beside another has nothing more to bring.
set(quadrille_in_single gravity oracle)
file(WRITE ${headers}/nothing.c "typedef int quadrille_is_in_the_single_file;\n")
set(quadrille_nothing ${headers}/nothing.c)
