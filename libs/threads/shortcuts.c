// Exports the shortcut of threads.h, for languages that cannot inline.
#include <quadrille/base.h>

#undef QD_INLINE
#define QD_INLINE QD_API
#include <quadrille/threads.h>
