// Contacts: pairs that began and ended since the call before.
#include "js.h"

static void put_pairs(const js_tree *tree, size_t from, const qd_pair *pairs, size_t count)
{
    const uint64_t *users = count > 0 ? &pairs->a.user : NULL;
    js_put_users(tree, js.out, from, users, sizeof(qd_entry) / sizeof *users, 2 * count);
}

/// Finds what began and ended, and gets room for it in the out buffer.
static qd_result update(js_tree *tree)
{
    qd_result result = QD_OK;
    if (!tree->contacts) {
        const qd_contacts_def def = { .allocator = js_allocator(tree) };
        result = qd_contacts_create(tree->tree, &def, &tree->contacts);
    }
    if (result == QD_OK)
        result = qd_contacts_update(tree->contacts);
    if (result != QD_OK)
        return result;
    size_t began, ended;
    qd_contacts_began(tree->contacts, &began);
    qd_contacts_ended(tree->contacts, &ended);
    js.out = js_reserve(&js.results, 2 * (began + ended) * js_number_size(tree));
    return js.out ? QD_OK : QD_NO_MEMORY;
}

qd_result js_contacts(js_tree *tree)
{
    const qd_result result = update(tree);
    if (result != QD_OK) {
        // Events without room are lost. So after any failure the next update begins from nothing, and reports all
        // contacts.
        qd_contacts_destroy(tree->contacts);
        tree->contacts = NULL;
        return result;
    }
    size_t began_count, ended_count;
    const qd_pair *began = qd_contacts_began(tree->contacts, &began_count);
    const qd_pair *ended = qd_contacts_ended(tree->contacts, &ended_count);
    put_pairs(tree, 0, began, began_count);
    put_pairs(tree, 2 * began_count, ended, ended_count);
    js.count = (uint32_t)(2 * began_count);
    js.other = (uint32_t)(2 * ended_count);
    return QD_OK;
}
