// Exports the shortcuts of tree.h, for languages that cannot inline.
#include <quadrille/geometry.h>

#undef QD_INLINE
#define QD_INLINE QD_API
#include <quadrille/tree.h>
