// What this build of the library can do: all of it, unless a macro is defined as 0 when it is compiled.
//
// Compilers leave out what only a missing ability needs, and linkers the files that nothing else calls, so
// the rest is smaller: the modules of the npm package and of the page are built so, since browsers load them. Such a
// build returns QD_BAD_VALUE for what it cannot do; a tree's executor is not used.
#ifndef QD_ABILITIES_H
#define QD_ABILITIES_H

#ifndef QD__CAN_DOUBLES ///< Trees that store doubles.
#define QD__CAN_DOUBLES 1
#endif
#ifndef QD__CAN_TOTALS ///< Trees that keep values and totals.
#define QD__CAN_TOTALS 1
#endif
#ifndef QD__CAN_BUFFERS ///< Trees in memory of the caller.
#define QD__CAN_BUFFERS 1
#endif
#ifndef QD__CAN_WORKERS ///< Work in parts, on an executor.
#define QD__CAN_WORKERS 1
#endif
#ifndef QD__CAN_FORMS ///< Arrays of boxes by position and size, or by centre and half of it.
#define QD__CAN_FORMS 1
#endif
#ifndef QD__CAN_NEWCOMERS ///< Many items that come are put in by node; otherwise one by one, into the same nodes.
#define QD__CAN_NEWCOMERS 1
#endif
#ifndef QD__CAN_FEW_SQUARES ///< A shorter way for windows that meet few squares of the directory, with the same
                            ///< answers.
#define QD__CAN_FEW_SQUARES 1
#endif
#ifndef QD__CAN_BOUNDS ///< In trees of doubles, bounds decide which items are nearest, in circles and in windows, with
                       ///< the same answers.
#define QD__CAN_BOUNDS 1
#endif
#ifndef QD__CAN_SERIES ///< Series of ids, so that trees refuse each other's.
#define QD__CAN_SERIES 1
#endif
#ifndef QD__CAN_SHAPES ///< Questions about more than what overlaps boxes and points.
#define QD__CAN_SHAPES 1
#endif
#ifndef QD__CAN_POLYGONS ///< Questions about polygons.
#define QD__CAN_POLYGONS QD__CAN_SHAPES
#endif

#endif
