/// @file quadrille.hpp
/// Quadrille in C++17 and newer: trees that own themselves, typed values and ids, range-for over every question,
/// exceptions or results. Nothing but headers: link the C library.
///
/// docs/guide/cpp.md is the guide. The parts lie in quadrille/cpp/; include this file alone. The checker is in
/// quadrille/oracle.hpp.
#ifndef QUADRILLE_HPP
#define QUADRILLE_HPP

#include <quadrille/cpp/asking.hpp>
#include <quadrille/cpp/base.hpp>
#include <quadrille/cpp/callables.hpp>
#include <quadrille/cpp/calls.hpp>
#include <quadrille/cpp/changing.hpp>
#include <quadrille/cpp/contacts.hpp>
#include <quadrille/cpp/definition.hpp>
#include <quadrille/cpp/interest.hpp>
#include <quadrille/cpp/list.hpp>
#include <quadrille/cpp/many.hpp>
#include <quadrille/cpp/map.hpp>
#include <quadrille/cpp/questions.hpp>
#include <quadrille/cpp/ranges.hpp>
#include <quadrille/cpp/tree.hpp>
#include <quadrille/cpp/values.hpp>
#include <quadrille/cpp/views.hpp>

#endif
