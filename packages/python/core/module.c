// The module: types, functions, constants.
#define QUADRILLE_IMPORTS_NUMPY
#include "core.h"
#include "docs.h"
#include <string.h>

PyTypeObject *tree_type, *contacts_type, *interest_type;

// All methods of the tree, which lie in several files, as the one list that the type wants.
static PyMethodDef *tree_methods(void)
{
    static PyMethodDef all[64];
    PyMethodDef *const groups[] = { change_methods, search_methods, ranked_methods,
                                    pair_methods,   look_methods,   file_methods };
    size_t count = 0;
    for (size_t group = 0; group < sizeof groups / sizeof *groups; group++)
        for (const PyMethodDef *method = groups[group]; method->ml_name && count < sizeof all / sizeof *all - 1;
             method++)
            all[count++] = *method;
    return all;
}

static PyMethodDef functions[] = { { "from_bytes", tree_from_bytes, METH_VARARGS, NULL },
                                   { "numbers", read_numbers, METH_VARARGS, NULL },
                                   { "whole", read_whole, METH_VARARGS, NULL },
                                   { "solve_gravity", solve_gravity, METH_VARARGS, NULL },
                                   { NULL, NULL, 0, NULL } };

static bool add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **type)
{
    if (!*type)
        *type = (PyTypeObject *)PyType_FromSpec(spec);
    return *type && PyModule_AddObjectRef(module, name, (PyObject *)*type) == 0;
}

static int fill_module(PyObject *module)
{
    import_array1(-1);
    for (PyType_Slot *slot = tree_slots; slot->slot; slot++)
        if (slot->slot == Py_tp_methods)
            slot->pfunc = tree_methods();
        else if (slot->slot == Py_tp_getset)
            slot->pfunc = tree_getters;
    open_tree_memory();
    char version[32];
    PyOS_snprintf(version, sizeof version, "%d.%d.%d", qd_version() / 10000, qd_version() / 100 % 100,
                  qd_version() % 100);
    const bool filled = add_type(module, "Tree", &tree_spec, &tree_type) &&
                        add_type(module, "Contacts", &contacts_spec, &contacts_type) &&
                        add_type(module, "Interest", &interest_spec, &interest_type) &&
                        PyModule_AddStringConstant(module, "__version__", version) == 0 &&
                        PyModule_AddObject(module, "NO_LAYER", PyLong_FromUnsignedLong(QD_NO_LAYER)) == 0;
    return filled ? 0 : -1;
}

static PyModuleDef_Slot slots[] = { { Py_mod_exec, (void *)fill_module },
#if defined(Py_mod_gil) && defined(Py_GIL_DISABLED)
                                    { Py_mod_gil, Py_MOD_GIL_NOT_USED },
#endif
                                    { 0, NULL } };
static struct PyModuleDef definition = { PyModuleDef_HEAD_INIT, "_core", NULL, 0, functions, slots, NULL, NULL, NULL };

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
