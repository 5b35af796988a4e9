// Contacts: which pairs began and ended since the last update.
#include "docs.h"
#include "watching.h"
#include <quadrille/contacts.h>

static void destroy_contacts(void *handle)
{
    qd_contacts_destroy(handle);
}

// Absent: no limit.
static bool take_budget(PyObject *object, size_t *out)
{
    size_t budget = 1;
    if (!take_size(object == Py_None ? NULL : object, "budget", &budget))
        return false;
    if (budget == 0)
        PyErr_SetString(PyExc_ValueError, "budget: expected 1 or more; None means no limit");
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
        !take_budget(budget, &def.budget) || !begin_making(self, tree, destroy_contacts))
        return -1;
    qd_contacts *contacts = NULL;
    const qd_result result = qd_contacts_create(self->tree->tree, &def, &contacts);
    self->handle = contacts;
    end_writing(self->tree);
    if (result)
        (void)raise_result(result);
    return result ? -1 : 0;
}

static PyObject *pairs_array(const watching *self, const qd_pair *pairs, size_t count)
{
    PyArrayObject *array = new_array(NPY_INT64, 2, count, 2, 0);
    int64_t *out = array ? DATA(array) : NULL;
    PyThreadState *state = let_others(count);
    for (size_t i = 0; out && i < count; i++) {
        out[2 * i] = number_of(self->tree, pairs[i].a);
        out[2 * i + 1] = number_of(self->tree, pairs[i].b);
    }
    come_back(state);
    return (PyObject *)array;
}

static PyObject *contacts_update(PyObject *object, PyObject *none)
{
    (void)none;
    watching *self = (watching *)object;
    qd_result result = QD_OK;
    PyObject *events = NULL;
    if (!begin_watching(self))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    result = qd_contacts_update(self->handle);
    Py_END_ALLOW_THREADS
    if (result) {
        (void)raise_result(result);
    } else {
        size_t began = 0, ended = 0;
        const qd_pair *first = qd_contacts_began(self->handle, &began);
        const qd_pair *second = qd_contacts_ended(self->handle, &ended);
        events = both(pairs_array(self, first, began), pairs_array(self, second, ended));
    }
    end_watching(self);
    return events;
}

static PyObject *contacts_stayed(PyObject *object, PyObject *none)
{
    (void)none;
    watching *self = (watching *)object;
    qd_pair *pairs = NULL;
    size_t total = 0;
    if (!begin_watching(self))
        return NULL;
    Py_BEGIN_ALLOW_THREADS(void)
    qd_contacts_stayed(self->handle, NULL, 0, &total);
    pairs = malloc((total + 1) * sizeof *pairs);
    if (pairs)
        (void)qd_contacts_stayed(self->handle, pairs, total, &total);
    Py_END_ALLOW_THREADS
    PyObject *array = pairs ? pairs_array(self, pairs, total) : PyErr_NoMemory();
    free(pairs);
    end_watching(self);
    return array;
}

static size_t list_contacts(const void *handle, qd_id id, qd_entry *out, size_t capacity, size_t *total)
{
    return qd_contacts_of(handle, id, out, capacity, total);
}

static PyObject *contacts_of(PyObject *object, PyObject *number)
{
    return list_about(object, number, list_contacts, false);
}

static Py_ssize_t contacts_length(PyObject *object)
{
    watching *self = (watching *)object;
    qd_contacts_stats stats;
    if (!begin_watching(self))
        return -1;
    qd_contacts_get_stats(self->handle, &stats);
    end_watching(self);
    return (Py_ssize_t)stats.contacts;
}

static PyObject *get_waiting(PyObject *object, void *none)
{
    (void)none;
    watching *self = (watching *)object;
    qd_contacts_stats stats;
    if (!begin_watching(self))
        return NULL;
    qd_contacts_get_stats(self->handle, &stats);
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
WEAK_MEMBERS(contacts_members, watching)
static PyType_Slot contacts_slots[] = { { Py_tp_new, watching_new },
                                        { Py_tp_init, contacts_init },
                                        { Py_tp_repr, contacts_repr },
                                        { Py_tp_dealloc, watching_free },
                                        { Py_tp_doc, DOC_CONTACTS },
                                        { Py_tp_methods, contacts_methods },
                                        { Py_tp_getset, contacts_getters },
                                        { Py_sq_length, contacts_length },
                                        { Py_tp_traverse, watching_traverse },
                                        { Py_tp_members, contacts_members },
                                        { 0, NULL } };
PyType_Spec contacts_spec = { "quadrille._core.Contacts", sizeof(watching), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                              contacts_slots };
