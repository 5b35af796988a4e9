// Contacts and interest: what began and ended, entered and left, since the last update.
#include "core.h"
#include "docs.h"
#include <quadrille/contacts.h>
#include <quadrille/interest.h>

// One call at a time may use a watcher; it has a tree to ask.
typedef struct {
    PyObject_HEAD tree_object *tree;
    union {
        qd_contacts *contacts;
        qd_interest *interest;
        void *handle;
    };
    watcher *gone; // what retires it, made beforehand so that dropping needs no memory
    atomic_bool busy;
    qd_id *observers; // the id of each observer by its number; 0: none
    size_t count;
} watching;

// False: RuntimeError is set. Creating and destroying changes the tree; an update asks it.
static bool begin_watching(watching *self)
{
    if (!self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "it has not been made: __init__ was not called, or failed");
        return false;
    }
    if (atomic_exchange(&self->busy, true)) {
        PyErr_SetString(PyExc_RuntimeError, "another thread uses this object at the same time");
        return false;
    }
    if (!begin_reading(self->tree)) {
        atomic_store(&self->busy, false);
        return false;
    }
    return true;
}

static void end_watching(watching *self)
{
    end_reading(self->tree);
    atomic_store(&self->busy, false);
}

static PyObject *watching_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

static void watching_free(PyObject *object)
{
    watching *self = (watching *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->handle) {
        self->gone->handle = self->handle;
        retire_watcher(self->tree, self->gone);
    } else {
        free(self->gone);
    }
    free(self->observers);
    DROP(self->tree);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    DROP(type);
}

// Checks the tree and makes what will retire the object.
static bool begin_making(watching *self, PyObject *tree, void (*destroy)(void *))
{
    if (!PyObject_TypeCheck(tree, tree_type)) {
        PyErr_Format(PyExc_TypeError, "tree: expected a Tree, not %R", (PyObject *)Py_TYPE(tree));
        return false;
    }
    if (self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "it has been made before");
        return false;
    }
    if (!self->gone) {
        self->gone = malloc(sizeof *self->gone);
    }
    if (!self->gone) {
        (void)PyErr_NoMemory();
        return false;
    }
    *self->gone = (watcher){ .destroy = destroy };
    if (!begin_writing((tree_object *)tree)) {
        return false;
    }
    Py_INCREF((PyObject *)tree);
    DROP(self->tree);
    self->tree = (tree_object *)tree;
    return true;
}

static void destroy_contacts(void *handle)
{
    qd_contacts_destroy(handle);
}

static void destroy_interest(void *handle)
{
    qd_interest_destroy(handle);
}

// ---- contacts -------------------------------------------------------------------------------------------------------

// Absent: no limit.
static bool take_budget(PyObject *object, size_t *out)
{
    size_t budget = 1;
    if (!take_size(object == Py_None ? NULL : object, "budget", &budget)) {
        return false;
    }
    if (budget == 0) {
        PyErr_SetString(PyExc_ValueError, "budget: expected 1 or more; None means no limit");
    }
    *out = object && object != Py_None ? budget : 0;
    return budget > 0;
}

static int contacts_init(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = { "tree", "budget", NULL };
    watching *self = (watching *)object;
    PyObject *tree, *budget = NULL;
    qd_contacts_def def = { 0 };
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$O:Contacts", names, &tree, &budget) ||
        !take_budget(budget, &def.budget) || !begin_making(self, tree, destroy_contacts)) {
        return -1;
    }
    const qd_result result = qd_contacts_create(self->tree->tree, &def, &self->contacts);
    end_writing(self->tree);
    if (result) {
        (void)raise_result(result);
    }
    return result ? -1 : 0;
}

static PyObject *pairs_array(const watching *self, const qd_pair *pairs, size_t count)
{
    PyArrayObject *array = new_array(NPY_INT64, 2, count, 2, 0);
    int64_t *out = array ? DATA(array) : NULL;
    for (size_t i = 0; out && i < count; i++) {
        out[2 * i] = number_of(self->tree, pairs[i].a);
        out[2 * i + 1] = number_of(self->tree, pairs[i].b);
    }
    return (PyObject *)array;
}

// A tuple of two arrays, either of which may be missing.
static PyObject *both(PyObject *first, PyObject *second)
{
    if (!first || !second) {
        DROP(first);
        DROP(second);
        return NULL;
    }
    return Py_BuildValue("NN", first, second);
}

static PyObject *contacts_update(PyObject *object, PyObject *none)
{
    (void)none;
    watching *self = (watching *)object;
    qd_result result = QD_OK;
    PyObject *events = NULL;
    if (!begin_watching(self)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    result = qd_contacts_update(self->contacts);
    Py_END_ALLOW_THREADS
    if (result) {
        (void)raise_result(result);
    } else {
        size_t began = 0, ended = 0;
        const qd_pair *first = qd_contacts_began(self->contacts, &began);
        const qd_pair *second = qd_contacts_ended(self->contacts, &ended);
        events = both(pairs_array(self, first, began), pairs_array(self, second, ended));
    }
    end_watching(self);
    return events;
}

static PyObject *contacts_stayed(PyObject *object, PyObject *none)
{
    (void)none;
    watching *self = (watching *)object;
    size_t total = 0;
    if (!begin_watching(self)) {
        return NULL;
    }
    (void)qd_contacts_stayed(self->contacts, NULL, 0, &total);
    qd_pair *pairs = malloc((total + 1) * sizeof *pairs);
    if (pairs) {
        (void)qd_contacts_stayed(self->contacts, pairs, total, &total);
    }
    PyObject *array = pairs ? pairs_array(self, pairs, total) : PyErr_NoMemory();
    free(pairs);
    end_watching(self);
    return array;
}

// Entries that a call writes, as numbers: of items, or of observers, whose user values are their numbers.
typedef size_t list_call(const void *handle, qd_id id, qd_entry *out, size_t capacity, size_t *total);

static PyObject *listed(watching *self, qd_id id, list_call *list, bool observers)
{
    size_t total = 0;
    (void)list(self->handle, id, NULL, 0, &total);
    qd_entry *entries = malloc((total + 1) * sizeof *entries);
    if (!entries) {
        return PyErr_NoMemory();
    }
    (void)list(self->handle, id, entries, total, &total);
    PyArrayObject *numbers = new_numbers(total);
    for (size_t i = 0; numbers && i < total; i++) {
        ((int64_t *)DATA(numbers))[i] =
            observers ? (int64_t)qd_id_slot(entries[i].id) - 1 : number_of(self->tree, entries[i]);
    }
    free(entries);
    return (PyObject *)numbers;
}

static size_t list_contacts(const void *handle, qd_id id, qd_entry *out, size_t capacity, size_t *total)
{
    return qd_contacts_of(handle, id, out, capacity, total);
}

static PyObject *contacts_of(PyObject *object, PyObject *number)
{
    watching *self = (watching *)object;
    qd_id id = 0;
    if (!begin_watching(self)) {
        return NULL;
    }
    PyObject *numbers = take_number(self->tree, number, "number", &id) ? listed(self, id, list_contacts, false) : NULL;
    end_watching(self);
    return numbers;
}

static Py_ssize_t contacts_length(PyObject *object)
{
    watching *self = (watching *)object;
    qd_contacts_stats stats;
    if (!begin_watching(self)) {
        return -1;
    }
    qd_contacts_get_stats(self->contacts, &stats);
    end_watching(self);
    return (Py_ssize_t)stats.contacts;
}

static PyObject *get_waiting(PyObject *object, void *none)
{
    (void)none;
    watching *self = (watching *)object;
    qd_contacts_stats stats;
    if (!begin_watching(self)) {
        return NULL;
    }
    qd_contacts_get_stats(self->contacts, &stats);
    end_watching(self);
    return PyLong_FromSize_t(stats.waiting);
}

static PyObject *contacts_repr(PyObject *object)
{
    const Py_ssize_t length = contacts_length(object);
    return length < 0 ? NULL : PyUnicode_FromFormat("<quadrille.Contacts, %zd at the last update>", length);
}

static PyMethodDef contacts_methods[] = { BARE_METHOD("update", contacts_update, DOC_CONTACTS_UPDATE),
                                          BARE_METHOD("stayed", contacts_stayed, DOC_CONTACTS_STAYED),
                                          { "of", contacts_of, METH_O, DOC_CONTACTS_OF },
                                          { NULL, NULL, 0, NULL } };
static PyGetSetDef contacts_getters[] = { { "waiting", get_waiting, NULL, DOC_CONTACTS_WAITING, NULL },
                                          { NULL, NULL, NULL, NULL, NULL } };
static PyType_Slot contacts_slots[] = {
    { Py_tp_new, watching_new },        { Py_tp_init, contacts_init },     { Py_tp_repr, contacts_repr },
    { Py_tp_dealloc, watching_free },   { Py_tp_doc, DOC_CONTACTS },       { Py_tp_methods, contacts_methods },
    { Py_tp_getset, contacts_getters }, { Py_sq_length, contacts_length }, { 0, NULL }
};
PyType_Spec contacts_spec = { "quadrille._core.Contacts", sizeof(watching), 0, Py_TPFLAGS_DEFAULT, contacts_slots };

// ---- interest -------------------------------------------------------------------------------------------------------

static int interest_init(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = { "tree", "by_item", NULL };
    watching *self = (watching *)object;
    PyObject *tree;
    int by_item = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$p:Interest", names, &tree, &by_item) ||
        !begin_making(self, tree, destroy_interest)) {
        return -1;
    }
    const qd_interest_def def = { .by_item = by_item != 0 };
    const qd_result result = qd_interest_create(self->tree->tree, &def, &self->interest);
    end_writing(self->tree);
    if (result) {
        (void)raise_result(result);
    }
    return result ? -1 : 0;
}

// What observers see, in arrays of the caller.
typedef struct views {
    rows shapes;
    PyArrayObject *radii;
    qd_id *ignore;
    qd_observer like;
} views;

static void drop_views(views *views)
{
    drop_rows(&views->shapes);
    Py_CLEAR(views->radii);
    free(views->ignore);
}

static qd_observer view_at(const views *views, size_t i)
{
    qd_observer observer = views->like;
    const qd_box box = qd_boxes_at(views->shapes.view, i);
    if (views->radii) {
        observer.view.shape = qd_shape_circle(box.min, ((const double *)DATA(views->radii))[i]);
    } else {
        observer.view.shape = views->shapes.columns == POINTS ? qd_shape_point(box.min) : qd_shape_box(box);
    }
    observer.view.ignore = views->ignore ? views->ignore[i] : observer.view.ignore;
    return observer;
}

#define VIEW_NAMES "shapes", "radii", "margin", "nearest", OPTION_NAMES
enum { VIEW_SHAPES, VIEW_RADII, VIEW_MARGIN, VIEW_NEAREST, VIEW_OPTIONS, VIEW_PARAMETERS = VIEW_OPTIONS + OPTIONS };

static bool take_views(const watching *self, PyObject *const *got, views *views)
{
    qd_find_options options = { 0 };
    PyObject *const option[OPTIONS] = { got[VIEW_OPTIONS + RELATION], got[VIEW_OPTIONS + LAYERS],
                                        got[VIEW_OPTIONS + MASK], NULL };
    *views = (struct views){ 0 };
    if (!take_rows(got[VIEW_SHAPES], "shapes", BOXES_OR_POINTS, &views->shapes)) {
        return false;
    }
    bool taken = take_double(got[VIEW_MARGIN], "margin", &views->like.margin) &&
                 take_size(got[VIEW_NEAREST], "nearest", &views->like.nearest) &&
                 take_options(self->tree, option, &options);
    if (taken && got[VIEW_RADII]) {
        views->radii = take_radii(got[VIEW_RADII], &views->shapes, NPY_DOUBLE);
        taken = views->radii != NULL;
    }
    views->like.view = (qd_query){ .relation = options.relation, .filter = options.filter };
    taken = taken && take_ignored(self->tree, got[VIEW_OPTIONS + IGNORE], views->shapes.count, &views->like.view.ignore,
                                  &views->ignore);
    if (!taken) {
        drop_views(views);
    }
    return taken;
}

static bool raise_view(qd_result result, size_t i)
{
    if (result == QD_BAD_VALUE) {
        PyErr_Format(PyExc_ValueError,
                     "shapes: row %zu cannot be a view: numbers are not NaN, min <= max, radius and margin 0 or more; "
                     "'contains' takes no margin, and nearest needs a finite centre",
                     i);
    } else {
        (void)raise_result(result);
    }
    return false;
}

// Adds observers, all of them or none. *bad: the first that cannot be added.
static qd_result add_each(watching *self, const views *views, int64_t *numbers, size_t *bad)
{
    qd_id *observers = self->observers;
    for (size_t i = 0; i < views->shapes.count; i++) {
        const qd_observer observer = view_at(views, i);
        qd_id id = 0;
        const qd_result result = qd_interest_add(self->interest, &observer, &id);
        if (result) {
            for (size_t k = 0; k < i; k++) {
                (void)qd_interest_remove(self->interest, observers[numbers[k]]);
                observers[numbers[k]] = 0;
            }
            *bad = i;
            return result;
        }
        const size_t number = qd_id_slot(id) - 1;
        observers[number] = id;
        numbers[i] = (int64_t)number;
        self->count = number >= self->count ? number + 1 : self->count;
    }
    return QD_OK;
}

static bool add_views(watching *self, const views *views, int64_t *numbers)
{
    const size_t most = self->count + views->shapes.count;
    qd_id *observers = realloc(self->observers, (most + 1) * sizeof *observers);
    if (!observers) {
        (void)PyErr_NoMemory();
        return false;
    }
    self->observers = observers;
    qd_result result = QD_OK;
    size_t bad = 0;
    Py_BEGIN_ALLOW_THREADS
    result = add_each(self, views, numbers, &bad);
    Py_END_ALLOW_THREADS
    return result == QD_OK || raise_view(result, bad);
}

static PyObject *interest_add(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "add", 1, 1, { VIEW_NAMES } };
    watching *self = (watching *)object;
    PyObject *got[VIEW_PARAMETERS];
    PyArrayObject *numbers = NULL;
    views views;
    bool done = false, single = false;
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_watching(self)) {
        return NULL;
    }
    if (take_views(self, got, &views)) {
        single = views.shapes.single;
        numbers = new_numbers(views.shapes.count);
        done = numbers && add_views(self, &views, DATA(numbers));
        drop_views(&views);
    }
    end_watching(self);
    if (!done) {
        DROP(numbers);
        return NULL;
    }
    PyObject *number = single ? PyLong_FromLongLong(*(int64_t *)DATA(numbers)) : NULL;
    if (single) {
        DROP(numbers);
    }
    return single ? number : (PyObject *)numbers;
}

// The ids of observers by their numbers. NULL: an exception is set. Free it with free.
static qd_id *take_observers(const watching *self, PyObject *object, size_t *count)
{
    PyArrayObject *numbers = NULL;
    if (is_whole(object)) {
        PyObject *list = Py_BuildValue("(O)", object);
        numbers = list ? take_vector(list, "observers", NPY_INT64, SIZE_MAX) : NULL;
        DROP(list);
    } else {
        numbers = take_vector(object, "observers", NPY_INT64, SIZE_MAX);
    }
    if (!numbers) {
        return NULL;
    }
    *count = (size_t)PyArray_DIM(numbers, 0);
    const int64_t *number = DATA(numbers);
    qd_id *ids = malloc((*count + 1) * sizeof *ids);
    if (!ids) {
        (void)PyErr_NoMemory();
    }
    for (size_t i = 0; ids && i < *count; i++) {
        ids[i] = (uint64_t)number[i] < self->count ? self->observers[number[i]] : 0;
        if (!ids[i]) {
            PyErr_Format(PyExc_ValueError, "observers: row %zu: no observer has the number %lld", i,
                         (long long)number[i]);
            free(ids);
            ids = NULL;
        }
    }
    DROP(numbers);
    return ids;
}

static PyObject *interest_move(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "move", 2, 2, { "observers", "centers" } };
    watching *self = (watching *)object;
    PyObject *got[2];
    rows centers;
    size_t observers = 0, bad = 0;
    bool done = false;
    if (!take_arguments(&takes, args, count, keywords, got) || !take_rows(got[1], "centers", POINTS, &centers)) {
        return NULL;
    }
    if (begin_watching(self)) {
        qd_id *ids = take_observers(self, got[0], &observers);
        if (ids && observers != centers.count) {
            PyErr_Format(PyExc_ValueError, "centers: expected %zu rows, one for each observer, not %zu", observers,
                         centers.count);
        } else if (ids && check_rows(&centers, self->tree->precision)) {
            qd_result result = QD_OK;
            Py_BEGIN_ALLOW_THREADS
            result = qd_interest_move_many(self->interest, ids, &centers.view, observers, &bad);
            Py_END_ALLOW_THREADS
            done = result == QD_OK;
            if (result) {
                PyErr_Format(
                    PyExc_ValueError,
                    "observers: row %zu has a view that is infinite, or would be, and stays; the others have moved",
                    bad);
            }
        }
        free(ids);
        end_watching(self);
    }
    drop_rows(&centers);
    if (!done) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *interest_remove(PyObject *object, PyObject *observers)
{
    watching *self = (watching *)object;
    size_t count = 0;
    if (!begin_watching(self)) {
        return NULL;
    }
    qd_id *ids = take_observers(self, observers, &count);
    for (size_t i = 0; ids && i < count; i++) {
        (void)qd_interest_remove(self->interest, ids[i]); // one that is there twice is stale the second time
        self->observers[qd_id_slot(ids[i]) - 1] = 0;
    }
    end_watching(self);
    if (!ids) {
        return NULL;
    }
    free(ids);
    Py_RETURN_NONE;
}

static PyObject *events_array(const watching *self, const qd_interest_event *events, size_t count)
{
    PyArrayObject *array = new_array(NPY_INT64, 2, count, 2, 0);
    int64_t *out = array ? DATA(array) : NULL;
    for (size_t i = 0; out && i < count; i++) {
        out[2 * i] = (int64_t)qd_id_slot(events[i].observer) - 1;
        out[2 * i + 1] = number_of(self->tree, events[i].item);
    }
    return (PyObject *)array;
}

static PyObject *interest_update(PyObject *object, PyObject *none)
{
    (void)none;
    watching *self = (watching *)object;
    qd_result result = QD_OK;
    PyObject *events = NULL;
    if (!begin_watching(self)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    result = qd_interest_update(self->interest);
    Py_END_ALLOW_THREADS
    if (result) {
        (void)raise_result(result);
    } else {
        size_t entered = 0, left = 0;
        const qd_interest_event *first = qd_interest_entered(self->interest, &entered);
        const qd_interest_event *second = qd_interest_left(self->interest, &left);
        events = both(events_array(self, first, entered), events_array(self, second, left));
    }
    end_watching(self);
    return events;
}

static PyObject *interest_seen(PyObject *object, PyObject *observer)
{
    watching *self = (watching *)object;
    size_t count = 0;
    PyArrayObject *numbers = NULL;
    if (!begin_watching(self)) {
        return NULL;
    }
    qd_id *ids = take_observers(self, observer, &count);
    if (ids && count != 1) {
        PyErr_SetString(PyExc_ValueError, "observer: expected one number");
    } else if (ids) {
        size_t seen = 0;
        const qd_entry *entries = qd_interest_seen(self->interest, ids[0], &seen);
        numbers = new_numbers(seen);
        for (size_t i = 0; numbers && i < seen; i++) {
            ((int64_t *)DATA(numbers))[i] = number_of(self->tree, entries[i]);
        }
    }
    free(ids);
    end_watching(self);
    return (PyObject *)numbers;
}

static size_t list_observers(const void *handle, qd_id id, qd_entry *out, size_t capacity, size_t *total)
{
    return qd_interest_of(handle, id, out, capacity, total);
}

static PyObject *interest_of(PyObject *object, PyObject *number)
{
    watching *self = (watching *)object;
    qd_id id = 0;
    if (!begin_watching(self)) {
        return NULL;
    }
    PyObject *numbers = take_number(self->tree, number, "number", &id) ? listed(self, id, list_observers, true) : NULL;
    end_watching(self);
    return numbers;
}

static Py_ssize_t interest_length(PyObject *object)
{
    watching *self = (watching *)object;
    qd_interest_stats stats;
    if (!begin_watching(self)) {
        return -1;
    }
    qd_interest_get_stats(self->interest, &stats);
    end_watching(self);
    return (Py_ssize_t)stats.observers;
}

static PyObject *interest_repr(PyObject *object)
{
    const Py_ssize_t length = interest_length(object);
    return length < 0 ? NULL : PyUnicode_FromFormat("<quadrille.Interest of %zd observers>", length);
}

static PyMethodDef interest_methods[] = { METHOD("add", interest_add, DOC_INTEREST_ADD),
                                          METHOD("move", interest_move, DOC_INTEREST_MOVE),
                                          { "remove", interest_remove, METH_O, DOC_INTEREST_REMOVE },
                                          BARE_METHOD("update", interest_update, DOC_INTEREST_UPDATE),
                                          { "seen", interest_seen, METH_O, DOC_INTEREST_SEEN },
                                          { "of", interest_of, METH_O, DOC_INTEREST_OF },
                                          { NULL, NULL, 0, NULL } };
static PyType_Slot interest_slots[] = { { Py_tp_new, watching_new },       { Py_tp_init, interest_init },
                                        { Py_tp_repr, interest_repr },     { Py_tp_dealloc, watching_free },
                                        { Py_tp_doc, DOC_INTEREST },       { Py_tp_methods, interest_methods },
                                        { Py_sq_length, interest_length }, { 0, NULL } };
PyType_Spec interest_spec = { "quadrille._core.Interest", sizeof(watching), 0, Py_TPFLAGS_DEFAULT, interest_slots };
