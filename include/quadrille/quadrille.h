/// @file quadrille.h
/// All of Quadrille's index: a dynamic 2D quadtree for boxes and points. Gravity (gravity.h), a thread pool
/// (threads.h) and the brute force twin (oracle.h) are libraries of their own.
#ifndef QUADRILLE_H
#define QUADRILLE_H

#include <quadrille/base.h>
#include <quadrille/contacts.h>
#include <quadrille/geometry.h>
#include <quadrille/inspect.h>
#include <quadrille/interest.h>
#include <quadrille/pairs.h>
#include <quadrille/query.h>
#include <quadrille/ranked.h>
#include <quadrille/snapshot.h>
#include <quadrille/totals.h>
#include <quadrille/tree.h>

#endif
