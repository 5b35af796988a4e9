/// @file quadrille.h
/// All of Quadrille: a dynamic 2D quadtree for boxes and points.
#ifndef QUADRILLE_H
#define QUADRILLE_H

#include <quadrille/base.h>
#include <quadrille/cast.h>
#include <quadrille/contacts.h>
#include <quadrille/cursor.h>
#include <quadrille/geometry.h>
#include <quadrille/gravity.h>
#include <quadrille/interest.h>
#include <quadrille/io.h>
#include <quadrille/join.h>
#include <quadrille/many.h>
#include <quadrille/nodes.h>
#include <quadrille/pairs.h>
#include <quadrille/predicate.h>
#include <quadrille/query.h>
#include <quadrille/totals.h>
#include <quadrille/tree.h>
#include <quadrille/wide.h>

#endif
