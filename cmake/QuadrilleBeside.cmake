# quadrille_beside(NAME source...) makes a library beside the index, on its public interface alone: the include path has
# include/ and the calling folder, and it links to the index as any program does. The targets are quadrille_NAME (its
# objects), quadrille_NAME_static and quadrille_NAME_shared, and Quadrille::NAME is the one of BUILD_SHARED_LIBS.
function(quadrille_beside name)
  add_library(quadrille_${name} OBJECT ${ARGN})
  target_include_directories(quadrille_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/libs/base)
  target_link_libraries(quadrille_${name} PRIVATE quadrille_flags)
  set_target_properties(quadrille_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  target_compile_definitions(quadrille_${name} PRIVATE ${QUADRILLE_EXPORT})
  foreach(kind static shared)
    string(TOUPPER ${kind} KIND)
    set(objects $<TARGET_OBJECTS:quadrille_${name}>)
    if(name IN_LIST quadrille_in_single) # cmake/Single.cmake
      set(objects ${quadrille_nothing})
    endif()
    add_library(quadrille_${name}_${kind} ${KIND} ${objects})
    set_target_properties(quadrille_${name}_${kind} PROPERTIES OUTPUT_NAME quadrille-${name} EXPORT_NAME ${name}_${kind}
                          LINKER_LANGUAGE C VERSION ${PROJECT_VERSION}
                          SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_link_libraries(quadrille_${name}_${kind} PUBLIC quadrille_${kind} PRIVATE $<BUILD_INTERFACE:quadrille_flags>)
    if(UNIX)
      target_link_libraries(quadrille_${name}_${kind} PRIVATE m)
    endif()
    add_library(Quadrille::${name}_${kind} ALIAS quadrille_${name}_${kind})
  endforeach()
  if(BUILD_SHARED_LIBS)
    add_library(Quadrille::${name} ALIAS quadrille_${name}_shared)
  else()
    add_library(Quadrille::${name} ALIAS quadrille_${name}_static)
  endif()
endfunction()
