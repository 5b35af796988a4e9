// Exports the shortcuts of all headers, for languages that cannot inline. It is on the top floor, from which all others
// are in sight.
#include <quadrille/base.h>

#undef QD_INLINE
#define QD_INLINE QD_API
#include <quadrille/geometry.h>
#include <quadrille/interest.h>
#include <quadrille/ranked.h>
#include <quadrille/snapshot.h>
