// What the files of the extension share: the tree as a Python object, arguments, arrays in and out, errors.
//
// A number names an item: its row in the array that the tree was made from, or what insert returned. It is the slot of
// its id less one, so numbers are dense, and those of removed items are used again. `ids` has the id of each number.
#ifndef QUADRILLE_PYTHON_CORE_H
#define QUADRILLE_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL quadrille_numpy
#ifndef QUADRILLE_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
#include <quadrille/quadrille.h>
#include <quadrille/threads.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <structmember.h>
#include <time.h>

typedef struct watcher watcher;

// A tree. `state`: how many calls ask it at this moment, or -1 while a call changes it.
typedef struct {
    PyObject_HEAD qd_tree *tree;
    qd_threads *threads; // NULL: one
    long process;        // that started the threads: a child of it has none
    uint64_t *ids;       // of each number; 0: no item
    size_t count, room;  // numbers in use at any time, and elements of `ids`
    bool numbered;       // the user value of each item is its number, so that results need not be translated
    Py_buffer bytes;     // of a mapped tree; its `obj` is NULL otherwise
    atomic_int state;
    _Atomic(watcher *) retired; // watchers that were dropped while the tree was busy
    _Atomic(size_t) pair_guess; // pairs found last
    PyObject *weak;             // its weak references
    qd_precision precision;
} tree_object;

// The member that says where in objects of a type their weak references are listed.
#define WEAK_MEMBERS(name, type)                                                                                       \
    static PyMemberDef name[] = { { "__weaklistoffset__", T_PYSSIZET, offsetof(type, weak), READONLY, NULL },          \
                                  { NULL, 0, 0, 0, NULL } };

// The types, made when the module is imported.
extern PyTypeObject *tree_type, *contacts_type, *interest_type;
extern PyType_Spec tree_spec, contacts_spec, interest_spec;

// ---- errors: each sets a Python exception ---------------------------------------------------------------------------

// The exception of a result that is not QD_OK. Returns NULL.
PyObject *raise_result(qd_result result);

// ---- using a tree: readers together, a writer alone -----------------------------------------------------------------

// False: another thread changes the tree (reading), or uses it at all (writing); RuntimeError is set.
bool begin_reading(tree_object *tree);
void end_reading(tree_object *tree);
bool begin_writing(tree_object *tree);
// The same for a tree that is to be made. False: it has been made, or another thread makes it.
bool begin_tree(tree_object *tree);
void end_writing(tree_object *tree);

// Does work on all of them take some milliseconds? A thread waits as long for the GIL of a busy one.
static inline bool is_large(size_t items)
{
    return items >= 1 << 18;
}

// Releases the GIL for work on so many items. NULL: not for so few.
PyThreadState *let_others(size_t items);
void come_back(PyThreadState *state);

// What a long call asks between its parts, without the GIL: does it go on? Looks for signals some times a second, so
// that an interrupt ends it. False: an exception is set. *looked is when it last did, 0 at first. The state is what
// the release of the GIL left: in another interpreter than the first, no other way leads back.
bool goes_on(PyThreadState *state, clock_t *looked);

// Questions of a call with many are asked in parts, between which it looks for signals.
typedef struct {
    size_t count, first, some; // of all questions, a part begins at `first` and has `some`
    PyThreadState *state;      // of the GIL, which is released
    clock_t began, looked;
    bool steady;  // all parts are as long as the first
    bool stopped; // an exception is set
} turns;

// The first part, with `some` questions. Where the time of one is not known, `some` is at most first_some(count).
turns first_turn(size_t count, size_t some, PyThreadState *state);
size_t first_some(size_t count);
// The next, of such a length that it takes about a fifth of a second. False: all parts are done, or the call is
// stopped.
bool next_turn(turns *turns);

// A view without its first boxes, and the radii of these boxes without the first ones; NULL stays NULL.
qd_boxes boxes_from(qd_boxes boxes, size_t first);
const void *radii_from(const void *radii, qd_precision precision, size_t first);

// The executor of a pool, which does everything on this thread in a child process.
qd_executor executor_of(tree_object *tree);

// ---- watchers: contacts and interest, which may be dropped while another thread asks their tree ---------------------

// Something that observes a tree. `destroy` frees `handle`.
struct watcher {
    watcher *next;
    void *handle;
    void (*destroy)(void *handle);
};

// Frees the watcher now, or when the tree is next changed or dropped, if it is busy.
void retire_watcher(tree_object *tree, watcher *gone);
// Frees those that wait. The caller writes.
void free_retired(tree_object *tree);

// ---- arguments ------------------------------------------------------------------------------------------------------

// Parameters of a method: the first `required` must be given, the first `positional` may be given without their names.
typedef struct {
    const char *method;
    int required, positional;
    const char *names[14]; // up to a NULL
} signature;

// The arguments in the order of the names; NULL where one is not given, or None. False: TypeError is set.
bool take_arguments(const signature *takes, PyObject *const *args, Py_ssize_t count, PyObject *keywords,
                    PyObject **out);

// Each leaves *out as it is where the argument is NULL. False: an exception is set that names the argument.
bool take_double(PyObject *object, const char *name, double *out);
bool take_size(PyObject *object, const char *name, size_t *out);
bool take_uint32(PyObject *object, const char *name, uint32_t *out);
// True or False, or 1 or 0.
bool take_flag(PyObject *object, const char *name, bool *out);
// One of the `names`, of which there are `count`.
bool take_choice(PyObject *object, const char *name, const char *const *names, int count, int *out);
// The id of one item by its number.
bool take_number(const tree_object *tree, PyObject *object, const char *name, qd_id *out);

// ValueError for a question that cannot be asked: names the first of its numbers that is wrong. Four are a window,
// three a circle, two a point.
void raise_question(const double *numbers, int count, const char *const *names);

// Parameters that questions share, in this order.
#define OPTION_NAMES "relation", "layers", "mask", "ignore"
enum { RELATION, LAYERS, MASK, IGNORE, OPTIONS };
bool take_options(const tree_object *tree, PyObject *const *options, qd_find_options *out);
#define RANKED_OPTION_NAMES "layers", "mask", "ignore"
bool take_ranked_options(const tree_object *tree, PyObject *const *options, qd_find_options *out);

// ---- arrays in ------------------------------------------------------------------------------------------------------

// Rows of numbers of the caller, in place where they are floats or doubles, whatever their strides.
typedef struct {
    PyArrayObject *array; // owned: drop_rows
    qd_boxes view;        // boxes of four columns, points of two
    size_t count;
    int columns;
    bool single;      // one row came without an array around it
    const char *name; // of the argument
} rows;

enum { POINTS = 2, BOXES = 4, BOXES_OR_POINTS = 6 };

// Reads boxes of shape (n, 4), points of shape (n, 2), or one of them of shape (4,) or (2,). False: an exception is
// set.
bool take_rows(PyObject *object, const char *name, int accepted, rows *out);
void drop_rows(rows *rows);
// ValueError, which shows a row and says what is expected of it.
void raise_row(const rows *rows, size_t row, const char *expected);
// ValueError, which names the row, if one of the boxes is not valid in a tree of this precision. The caller holds the
// GIL; it is released meanwhile.
bool check_rows(const rows *rows, qd_precision precision);
// The same for windows, which may be infinite.
bool check_windows(const rows *rows);

// Is it one whole number? Arrays of numpy have the same slot, whatever is in them.
static inline bool is_whole(PyObject *object)
{
    return PyIndex_Check(object) && (!PyArray_Check(object) || PyArray_NDIM((PyArrayObject *)object) == 0);
}

// Is it True or False? The scalars of numpy before 2 have the slot of whole numbers too.
static inline bool is_truth(PyObject *object)
{
    return PyBool_Check(object) || PyArray_IsScalar(object, Bool);
}

// ValueError if some numbers of an array are masked, or of an array in a list: what lies under the mask is not meant.
bool refuse_masked(PyObject *object, const char *name);

// Is it a number, or may it become one? Text may not, though numpy reads it; nor complex numbers and times, which numpy
// cuts short.
bool is_number(PyObject *object);
// The same of numpy's types of elements, objects left out.
bool is_real(int type);
// TypeError if an object of an array is no number. None is a missing number, NaN.
bool check_objects(PyArrayObject *array, const char *name);

// A packed array of one dimension, or NULL: an exception is set. `count` elements, for all of which one number may
// stand; SIZE_MAX: any number of elements.
PyArrayObject *take_vector(PyObject *object, const char *name, int type, size_t count);

// The radii of circles around points: one for all, or one for each; of a type. NULL: an exception is set.
PyArrayObject *take_radii(PyObject *object, const rows *points, int type);

// The same, of the precision of the points: doubles unless both are floats. Makes the points doubles where they have
// to.
PyArrayObject *take_radii_alike(PyObject *object, rows *points);

// ValueError, which names the row, if a radius is negative or NaN; or infinite, where `most` is the largest number.
bool check_radii(PyArrayObject *radii, double most);

// An item that all of `count` questions leave out, or one for each in *each, which the caller frees.
bool take_ignored(const tree_object *tree, PyObject *object, size_t count, qd_id *all, qd_id **each);

// The numbers of items, or one number, as their ids. NULL: an exception is set. Free it with free.
qd_id *take_ids(const tree_object *tree, PyObject *object, const char *name, size_t *count);

// ---- arrays out -----------------------------------------------------------------------------------------------------

// A new array of int64; NULL: MemoryError is set.
PyArrayObject *new_numbers(size_t count);
PyArrayObject *new_array(int type, int dimensions, size_t first, size_t second, size_t third);
#define DATA(array) PyArray_DATA(array)
#define DROP(object) Py_XDECREF((PyObject *)(object))
// Shortens the first dimension.
bool shorten(PyArrayObject **array, size_t count);

// The number of an item in a result.
static inline int64_t number_of(const tree_object *tree, qd_entry entry)
{
    return tree->numbered ? (int64_t)entry.user : (int64_t)qd_id_slot(entry.id) - 1;
}

// Fills `ids`, and learns whether the user values are the numbers. `capacity`: numbers below it have been in use. The
// caller holds the GIL and writes. False: MemoryError.
bool learn_numbers(tree_object *tree, size_t capacity);

// Memory for a new tree: blocks of trees that are gone, or the system's.
void open_tree_memory(void);
qd_allocator tree_memory(void);

// Threads of a new tree, if it has more than one; ended with it. False: MemoryError.
bool start_threads(tree_object *tree, size_t workers, qd_tree_def *def);
void free_threads(tree_object *tree);

// ---- what the module is put together from: module.c -----------------------------------------------------------------

extern PyMethodDef search_methods[], ranked_methods[], pair_methods[], look_methods[], file_methods[], change_methods[];
extern PyType_Slot tree_slots[];
extern PyGetSetDef tree_getters[];
PyObject *tree_iterate(PyObject *self);
PyObject *tree_from_bytes(PyObject *module, PyObject *args);
PyObject *solve_gravity(PyObject *module, PyObject *args);
// numbers(object, name): an array of floats or doubles of any shape. whole(object, name): a number of 0 or more.
PyObject *read_numbers(PyObject *module, PyObject *args);
PyObject *read_whole(PyObject *module, PyObject *args);

// A method that takes its arguments as an array.
#define METHOD(name, function, doc)                                                                                    \
    {                                                                                                                  \
        name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS, doc                              \
    }
#define BARE_METHOD(name, function, doc)                                                                               \
    {                                                                                                                  \
        name, (PyCFunction)(function), METH_NOARGS, doc                                                                \
    }

#endif
