// Interest: what entered and left the views of observers since the last update.
#include "docs.h"
#include "watching.h"
#include <float.h>
#include <math.h>
#include <quadrille/interest.h>

// What is known of an observer by its number: its id, 0: none, and what decides where its view can go.
typedef struct {
    qd_id id;
    double half;  // the longer half side of a box; 0: a point or a circle
    bool nearest; // the view must keep a centre
} viewer;

typedef struct {
    watching base;
    viewer *viewers;
    size_t count;
} interest_object;

static void destroy_interest(void *handle)
{
    qd_interest_destroy(handle);
}

static void interest_free(PyObject *object)
{
    free(((interest_object *)object)->viewers);
    watching_free(object);
}

static int interest_init(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = { "tree", "by_item", NULL };
    interest_object *self = (interest_object *)object;
    PyObject *tree;
    PyObject *by_item = NULL;
    qd_interest_def def = { 0 };
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$O:Interest", names, &tree, &by_item) ||
        !take_flag(by_item == Py_None ? NULL : by_item, "by_item", &def.by_item) ||
        !begin_making(&self->base, tree, destroy_interest))
        return -1;
    qd_interest *interest = NULL;
    const qd_result result = qd_interest_create(self->base.tree->tree, &def, &interest);
    self->base.handle = interest;
    end_writing(self->base.tree);
    if (result)
        (void)raise_result(result);
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
    if (views->radii)
        observer.view.shape = qd_shape_circle(box.min, ((const double *)DATA(views->radii))[i]);
    else
        observer.view.shape = views->shapes.columns == POINTS ? qd_shape_point(box.min) : qd_shape_box(box);
    observer.view.ignore = views->ignore ? views->ignore[i] : observer.view.ignore;
    return observer;
}

#define VIEW_NAMES "shapes", "radii", "margin", "nearest", OPTION_NAMES
enum { VIEW_SHAPES, VIEW_RADII, VIEW_MARGIN, VIEW_NEAREST, VIEW_OPTIONS, VIEW_PARAMETERS = VIEW_OPTIONS + OPTIONS };

// The numbers of views, apart from centres: those that the library refuses.
static bool check_views(const interest_object *self, const views *views, PyObject *margin)
{
    const double room = views->like.margin;
    if (!(room >= 0)) {
        PyErr_Format(PyExc_ValueError, "margin: expected a number of 0 or more, not %R", margin);
        return false;
    }
    if (room > 0 && views->like.view.relation == QD_CONTAINS) {
        PyErr_SetString(PyExc_ValueError, "margin: a view of relation 'contains' takes none");
        return false;
    }
    if (views->shapes.columns == BOXES)
        return check_windows(&views->shapes);
    return check_rows(&views->shapes, self->base.tree->precision) &&
           (!views->radii || check_radii(views->radii, INFINITY));
}

static bool take_views(const interest_object *self, PyObject *const *got, views *views)
{
    qd_find_options options = { 0 };
    PyObject *const option[OPTIONS] = { got[VIEW_OPTIONS + RELATION], got[VIEW_OPTIONS + LAYERS],
                                        got[VIEW_OPTIONS + MASK], NULL };
    *views = (struct views){ 0 };
    if (!take_rows(got[VIEW_SHAPES], "shapes", BOXES_OR_POINTS, &views->shapes))
        return false;
    bool taken = take_double(got[VIEW_MARGIN], "margin", &views->like.margin) &&
                 take_size(got[VIEW_NEAREST], "nearest", &views->like.nearest) &&
                 take_options(self->base.tree, option, &options);
    if (taken && got[VIEW_RADII]) {
        views->radii = take_radii(got[VIEW_RADII], &views->shapes, NPY_DOUBLE);
        taken = views->radii != NULL;
    }
    views->like.view = (qd_query){ .relation = options.relation, .filter = options.filter };
    taken = taken &&
            take_ignored(self->base.tree, got[VIEW_OPTIONS + IGNORE], views->shapes.count, &views->like.view.ignore,
                         &views->ignore) &&
            check_views(self, views, got[VIEW_MARGIN]);
    if (!taken)
        drop_views(views);
    return taken;
}

static bool raise_view(qd_result result, const views *views, size_t i)
{
    if (result == QD_BAD_VALUE)
        raise_row(&views->shapes, i, "a view with nearest has a finite centre");
    else
        (void)raise_result(result);
    return false;
}

static double half_of(const qd_shape *shape)
{
    const qd_vec2 size = qd_box_size(shape->box);
    return shape->type == QD_BOX ? fmax(size.x, size.y) / 2 : 0;
}

// Adds observers, all of them or none. *bad: the first that cannot be added.
static qd_result add_each(interest_object *self, const views *views, int64_t *numbers, size_t *bad)
{
    for (size_t i = 0; i < views->shapes.count; i++) {
        const qd_observer observer = view_at(views, i);
        qd_id id = 0;
        const qd_result result = qd_interest_add(self->base.handle, &observer, &id);
        if (result) {
            for (size_t k = 0; k < i; k++) {
                (void)qd_interest_remove(self->base.handle, self->viewers[numbers[k]].id);
                self->viewers[numbers[k]].id = 0;
            }
            *bad = i;
            return result;
        }
        const size_t number = qd_id_slot(id) - 1;
        self->viewers[number] = (viewer){ id, half_of(&observer.view.shape), observer.nearest > 0 };
        numbers[i] = (int64_t)number;
        self->count = number >= self->count ? number + 1 : self->count;
    }
    return QD_OK;
}

static bool add_views(interest_object *self, const views *views, int64_t *numbers)
{
    const size_t most = self->count + views->shapes.count;
    viewer *viewers = realloc(self->viewers, (most + 1) * sizeof *viewers);
    if (!viewers) {
        (void)PyErr_NoMemory();
        return false;
    }
    self->viewers = viewers;
    qd_result result = QD_OK;
    size_t bad = 0;
    Py_BEGIN_ALLOW_THREADS
    result = add_each(self, views, numbers, &bad);
    Py_END_ALLOW_THREADS
    return result == QD_OK || raise_view(result, views, bad);
}

static PyObject *interest_add(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "add", 1, 1, { VIEW_NAMES } };
    interest_object *self = (interest_object *)object;
    PyObject *got[VIEW_PARAMETERS];
    PyArrayObject *numbers = NULL;
    views views;
    bool done = false, single = false;
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_watching(&self->base))
        return NULL;
    if (take_views(self, got, &views)) {
        single = views.shapes.single;
        numbers = new_numbers(views.shapes.count);
        done = numbers && add_views(self, &views, DATA(numbers));
        drop_views(&views);
    }
    end_watching(&self->base);
    if (!done) {
        DROP(numbers);
        return NULL;
    }
    PyObject *number = single ? PyLong_FromLongLong(*(int64_t *)DATA(numbers)) : NULL;
    if (single)
        DROP(numbers);
    return single ? number : (PyObject *)numbers;
}

// The ids of observers by their numbers. NULL: an exception is set. Free it with free.
static qd_id *take_observers(const interest_object *self, PyObject *object, size_t *count)
{
    PyArrayObject *numbers = NULL;
    if (is_whole(object)) {
        PyObject *list = Py_BuildValue("(O)", object);
        numbers = list ? take_vector(list, "observers", NPY_INT64, SIZE_MAX) : NULL;
        DROP(list);
    } else {
        numbers = take_vector(object, "observers", NPY_INT64, SIZE_MAX);
    }
    if (!numbers)
        return NULL;
    *count = (size_t)PyArray_DIM(numbers, 0);
    const int64_t *number = DATA(numbers);
    qd_id *ids = malloc((*count + 1) * sizeof *ids);
    if (!ids)
        (void)PyErr_NoMemory();
    for (size_t i = 0; ids && i < *count; i++) {
        ids[i] = (uint64_t)number[i] < self->count ? self->viewers[number[i]].id : 0;
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

// The first view that cannot go to its place, else `count`: an infinite box has no middle, and where the nearest are
// wanted, no side may come near the largest number. All others can: the library refuses none of them.
static size_t first_stuck(const interest_object *self, const qd_id *ids, const rows *centers)
{
    const double most = self->base.tree->precision == QD_FLOAT ? FLT_MAX / 2 : DBL_MAX / 2;
    for (size_t i = 0; i < centers->count; i++) {
        const viewer *viewer = &self->viewers[qd_id_slot(ids[i]) - 1];
        const qd_vec2 to = qd_boxes_at(centers->view, i).min;
        const double far = fmax(fabs(to.x), fabs(to.y)) / 2 + viewer->half / 2;
        if (!(viewer->half < INFINITY) || (viewer->nearest && !(far < most / 2)))
            return i;
    }
    return centers->count;
}

static bool move_views(interest_object *self, PyObject *observers, const rows *centers)
{
    size_t count = 0, stuck = 0;
    qd_id *ids = take_observers(self, observers, &count);
    bool done = false;
    if (ids && count != centers->count) {
        PyErr_Format(PyExc_ValueError, "centers: expected %zu rows, one for each observer, not %zu", count,
                     centers->count);
    } else if (ids && check_rows(centers, self->base.tree->precision)) {
        Py_BEGIN_ALLOW_THREADS
        stuck = first_stuck(self, ids, centers);
        done = stuck == count && qd_interest_move_many(self->base.handle, ids, &centers->view, count, NULL) == QD_OK;
        Py_END_ALLOW_THREADS
        if (!done)
            PyErr_Format(PyExc_ValueError, "observers: row %zu has a view that is infinite, or would be", stuck);
    }
    free(ids);
    return done;
}

static PyObject *interest_move(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "move", 2, 2, { "observers", "centers" } };
    interest_object *self = (interest_object *)object;
    PyObject *got[2];
    rows centers;
    bool done = false;
    if (!take_arguments(&takes, args, count, keywords, got) || !take_rows(got[1], "centers", POINTS, &centers))
        return NULL;
    if (begin_watching(&self->base)) {
        done = move_views(self, got[0], &centers);
        end_watching(&self->base);
    }
    drop_rows(&centers);
    if (!done)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *interest_remove(PyObject *object, PyObject *observers)
{
    interest_object *self = (interest_object *)object;
    size_t count = 0;
    if (!begin_watching(&self->base))
        return NULL;
    qd_id *ids = take_observers(self, observers, &count);
    PyThreadState *state = let_others(count);
    for (size_t i = 0; ids && i < count; i++) {
        (void)qd_interest_remove(self->base.handle, ids[i]); // one that is there twice is stale the second time
        self->viewers[qd_id_slot(ids[i]) - 1].id = 0;
    }
    come_back(state);
    end_watching(&self->base);
    if (!ids)
        return NULL;
    free(ids);
    Py_RETURN_NONE;
}

static PyObject *events_array(const interest_object *self, const qd_interest_event *events, size_t count)
{
    PyArrayObject *array = new_array(NPY_INT64, 2, count, 2, 0);
    int64_t *out = array ? DATA(array) : NULL;
    PyThreadState *state = let_others(count);
    for (size_t i = 0; out && i < count; i++) {
        out[2 * i] = (int64_t)qd_id_slot(events[i].observer) - 1;
        out[2 * i + 1] = number_of(self->base.tree, events[i].item);
    }
    come_back(state);
    return (PyObject *)array;
}

static PyObject *interest_update(PyObject *object, PyObject *none)
{
    (void)none;
    interest_object *self = (interest_object *)object;
    qd_result result = QD_OK;
    PyObject *events = NULL;
    if (!begin_watching(&self->base))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    result = qd_interest_update(self->base.handle);
    Py_END_ALLOW_THREADS
    if (result) {
        (void)raise_result(result);
    } else {
        size_t entered = 0, left = 0;
        const qd_interest_event *first = qd_interest_entered(self->base.handle, &entered);
        const qd_interest_event *second = qd_interest_left(self->base.handle, &left);
        events = both(events_array(self, first, entered), events_array(self, second, left));
    }
    end_watching(&self->base);
    return events;
}

static PyObject *interest_seen(PyObject *object, PyObject *observer)
{
    interest_object *self = (interest_object *)object;
    size_t count = 0;
    PyArrayObject *numbers = NULL;
    if (!begin_watching(&self->base))
        return NULL;
    qd_id *ids = take_observers(self, observer, &count);
    if (ids && count != 1) {
        PyErr_SetString(PyExc_ValueError, "observer: expected one number");
    } else if (ids) {
        size_t seen = 0;
        const qd_entry *entries = qd_interest_seen(self->base.handle, ids[0], &seen);
        numbers = new_numbers(seen);
        for (size_t i = 0; numbers && i < seen; i++)
            ((int64_t *)DATA(numbers))[i] = number_of(self->base.tree, entries[i]);
    }
    free(ids);
    end_watching(&self->base);
    return (PyObject *)numbers;
}

static size_t list_observers(const void *handle, qd_id id, qd_entry *out, size_t capacity, size_t *total)
{
    return qd_interest_of(handle, id, out, capacity, total);
}

static PyObject *interest_of(PyObject *object, PyObject *number)
{
    return list_about(object, number, list_observers, true);
}

static Py_ssize_t interest_length(PyObject *object)
{
    interest_object *self = (interest_object *)object;
    qd_interest_stats stats;
    if (!begin_watching(&self->base))
        return -1;
    qd_interest_get_stats(self->base.handle, &stats);
    end_watching(&self->base);
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
WEAK_MEMBERS(interest_members, watching)
static PyType_Slot interest_slots[] = { { Py_tp_new, watching_new },         { Py_tp_init, interest_init },
                                        { Py_tp_repr, interest_repr },       { Py_tp_dealloc, interest_free },
                                        { Py_tp_doc, DOC_INTEREST },         { Py_tp_methods, interest_methods },
                                        { Py_sq_length, interest_length },   { Py_tp_traverse, watching_traverse },
                                        { Py_tp_members, interest_members }, { 0, NULL } };
PyType_Spec interest_spec = { "quadrille._core.Interest", sizeof(interest_object), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, interest_slots };
