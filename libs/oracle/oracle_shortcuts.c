// Exports the shortcuts of oracle.h, for languages that cannot inline.
#include <quadrille/quadrille.h>

#undef QD_INLINE
#define QD_INLINE QD_API
#include <quadrille/oracle.h>
