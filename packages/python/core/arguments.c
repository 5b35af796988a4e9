// Arguments of methods: names, numbers, options.
#include "core.h"
#include <math.h>
#include <string.h>

PyObject *raise_result(qd_result result)
{
    if (result == QD_NO_MEMORY)
        return PyErr_NoMemory();
    const char *text = result == QD_READ_ONLY
                           ? "the tree is mapped and cannot change; quadrille.load gives one that can"
                           : qd_result_text(result);
    PyErr_SetString(PyExc_ValueError, text);
    return NULL;
}

// The place of a keyword among the names, or -1.
static int place_of(const signature *takes, PyObject *keyword)
{
    for (int i = 0; takes->names[i]; i++)
        if (PyUnicode_CompareWithASCIIString(keyword, takes->names[i]) == 0)
            return i;
    return -1;
}

bool take_arguments(const signature *takes, PyObject *const *args, Py_ssize_t count, PyObject *keywords, PyObject **out)
{
    if (count > takes->positional) {
        PyErr_Format(PyExc_TypeError, "%s takes %d arguments without names, not %zd", takes->method, takes->positional,
                     count);
        return false;
    }
    for (int i = 0; takes->names[i]; i++)
        out[i] = i < count ? args[i] : NULL;
    const Py_ssize_t named = keywords ? PyTuple_Size(keywords) : 0;
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *keyword = PyTuple_GetItem(keywords, i);
        const int place = place_of(takes, keyword);
        if (place < 0 || out[place]) {
            PyErr_Format(PyExc_TypeError, place < 0 ? "%s has no parameter '%U'" : "%s got '%U' twice", takes->method,
                         keyword);
            return false;
        }
        out[place] = args[count + i];
    }
    for (int i = 0; i < takes->required; i++) {
        if (!out[i]) {
            PyErr_Format(PyExc_TypeError,
                         takes->positional > 1 && count == 1
                             ? "%s needs '%s' as well: an array of numbers is passed as *array"
                             : "%s needs '%s'",
                         takes->method, takes->names[i]);
            return false;
        }
    }
    for (int i = takes->required; takes->names[i]; i++)
        out[i] = out[i] == Py_None ? NULL : out[i];
    return true;
}

// TypeError, which shows the shape of an array, and the beginning of what is long.
static void raise_type(const char *name, const char *expected, PyObject *object)
{
    PyErr_Clear(); // of the conversion that failed
    if (PyArray_Check(object)) {
        PyObject *shape = PyObject_GetAttrString(object, "shape");
        PyErr_Format(PyExc_TypeError, "%s: expected %s, not an array of shape %S", name, expected, shape);
        DROP(shape);
    } else {
        PyErr_Format(PyExc_TypeError, "%s: expected %s, not %.100R", name, expected, object);
    }
}

// Replaces the message of a conversion that failed by one that names the argument.
static bool wrong_type(const char *name, const char *expected, PyObject *object)
{
    if (PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_OverflowError))
        raise_type(name, expected, object);
    return false;
}

bool take_double(PyObject *object, const char *name, double *out)
{
    if (object) {
        if (!is_number(object)) {
            raise_type(name, "a number", object);
            return false;
        }
        if (PyArray_Check(object) && !refuse_masked(object, name))
            return false;
        const double number = PyFloat_AsDouble(object);
        if (number == -1 && PyErr_Occurred())
            return wrong_type(name, "a number", object);
        *out = number;
    }
    return true;
}

// A whole number from 0 to `most`.
static bool take_whole(PyObject *object, const char *name, unsigned long long most, unsigned long long *out)
{
    if (is_truth(object)) { // True is no number of an item
        raise_type(name, "a whole number", object);
        return false;
    }
    if (PyArray_Check(object) && !refuse_masked(object, name))
        return false;
    PyObject *whole = PyNumber_Index(object);
    if (!whole)
        return wrong_type(name, "a whole number", object);
    const unsigned long long number = PyLong_AsUnsignedLongLong(whole);
    DROP(whole);
    if ((number == (unsigned long long)-1 && PyErr_Occurred()) || number > most) {
        PyErr_Format(PyExc_ValueError, "%s: expected a whole number from 0 to %llu, not %R", name, most, object);
        return false;
    }
    *out = number;
    return true;
}

bool take_size(PyObject *object, const char *name, size_t *out)
{
    unsigned long long number = *out;
    if (object && !take_whole(object, name, PY_SSIZE_T_MAX, &number))
        return false;
    *out = (size_t)number;
    return true;
}

PyObject *read_whole(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *object;
    const char *name;
    size_t number = 0;
    const bool taken = PyArg_ParseTuple(args, "Os", &object, &name) && take_size(object, name, &number);
    return taken ? PyLong_FromSize_t(number) : NULL;
}

bool take_uint32(PyObject *object, const char *name, uint32_t *out)
{
    unsigned long long number = *out;
    if (object && !take_whole(object, name, UINT32_MAX, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

bool take_flag(PyObject *object, const char *name, bool *out)
{
    if (!object)
        return true;
    const long number = PyLong_Check(object) ? PyLong_AsLong(object) : -1; // -1 too where it is larger
    if (!is_truth(object) && number != 0 && number != 1) {
        raise_type(name, "True or False", object);
        return false;
    }
    *out = PyObject_IsTrue(object) != 0;
    return true;
}

bool take_choice(PyObject *object, const char *name, const char *const *names, int count, int *out)
{
    if (!object)
        return true;
    for (int i = 0; i < count && PyUnicode_Check(object); i++) {
        if (PyUnicode_CompareWithASCIIString(object, names[i]) == 0) {
            *out = i;
            return true;
        }
    }
    char known[128] = "";
    for (int i = 0; i < count; i++) {
        strncat(known, i ? ", '" : "'", sizeof known - strlen(known) - 1);
        strncat(known, names[i], sizeof known - strlen(known) - 1);
        strncat(known, "'", sizeof known - strlen(known) - 1);
    }
    if (PyUnicode_Check(object)) {
        PyErr_Format(PyExc_ValueError, "%s: expected one of %s, not %.100R", name, known, object);
    } else {
        char expected[160];
        PyOS_snprintf(expected, sizeof expected, "one of %s", known);
        raise_type(name, expected, object);
    }
    return false;
}

bool take_number(const tree_object *tree, PyObject *object, const char *name, qd_id *out)
{
    unsigned long long number = 0;
    if (!object)
        return true;
    if (!take_whole(object, name, PY_SSIZE_T_MAX, &number))
        return false;
    if (number >= tree->count || tree->ids[number] == 0) {
        PyErr_Format(PyExc_ValueError, "%s: no item has the number %llu", name, number);
        return false;
    }
    *out = tree->ids[number];
    return true;
}

bool take_ranked_options(const tree_object *tree, PyObject *const *options, qd_find_options *out)
{
    return take_uint32(options[0], "layers", &out->filter.layers) &&
           take_uint32(options[1], "mask", &out->filter.mask) && take_number(tree, options[2], "ignore", &out->ignore);
}

bool take_options(const tree_object *tree, PyObject *const *options, qd_find_options *out)
{
    static const char *const relations[] = { "overlaps", "inside", "contains" };
    int relation = QD_OVERLAPS;
    if (!take_choice(options[RELATION], "relation", relations, 3, &relation))
        return false;
    out->relation = (qd_relation)relation;
    return take_ranked_options(tree, options + LAYERS, out);
}

void raise_question(const double *numbers, int count, const char *const *names)
{
    char text[2][32];
    for (int i = 0; i < count; i++) {
        PyOS_snprintf(text[0], sizeof text[0], "%.9g", numbers[i]);
        if (isnan(numbers[i]) || (count < 4 && i < 2 && isinf(numbers[i]))) {
            PyErr_Format(PyExc_ValueError, "%s: expected a %s, not %s", names[i],
                         count < 4 ? "finite number" : "number", text[0]);
            return;
        }
        if (i == 2 && count == 3 && numbers[i] < 0) {
            PyErr_Format(PyExc_ValueError, "%s: expected 0 or more, not %s", names[i], text[0]);
            return;
        }
        if (i >= 2 && count == 4 && numbers[i - 2] > numbers[i]) {
            PyOS_snprintf(text[1], sizeof text[1], "%.9g", numbers[i - 2]);
            PyErr_Format(PyExc_ValueError, "%s is %s, which is more than %s, %s", names[i - 2], text[1], names[i],
                         text[0]);
            return;
        }
    }
    PyErr_Format(PyExc_ValueError, "%s: beyond the largest number of this tree", names[0]);
}
