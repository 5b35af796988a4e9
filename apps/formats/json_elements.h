/// JSON given to handlers as elements: an object becomes an element, its members attributes. Complaints have the line,
/// and begin with the column and the place: `column 7: layers[2].objects[5]: `.
#ifndef QUADRILLE_FORMATS_JSON_ELEMENTS_H
#define QUADRILLE_FORMATS_JSON_ELEMENTS_H

#include "element.h"
#include "json_tree.h"

enum { JSON_ATTRIBUTES_MAX = 16 };

typedef struct json_walk {
    element_reader base;
    const element_handlers *handlers;
    void *context;
    const json_value *value; ///< That is given.
    char path[128];          ///< To it, clipped; "": it is the document itself.
} json_walk;

json_walk json_walk_of(const json_value *document, const element_handlers *handlers, void *context, memory_limit *limit,
                       format_message *message);

/// Where a walk was.
typedef struct json_step {
    const json_value *value;
    size_t length;
} json_step;

/// Goes into the value of a member, or into item `i` of the array that is one; JSON_ITSELF: the member itself. Returns
/// what json_walk_leave takes.
#define JSON_ITSELF SIZE_MAX
json_step json_walk_enter(json_walk *walk, const json_value *value, const char *member, size_t i);
void json_walk_leave(json_walk *walk, json_step step);

/// Begins an element of this name, with those members of the object as attributes that are named, `names` ends with
/// NULL. "from=as" calls the member `from` by the name `as`. Null is no attribute; what has no text is an error.
bool json_walk_begin(json_walk *walk, const char *name, const json_value *object, const char *const *names);
bool json_walk_end(json_walk *walk);

/// Begins an element without an object, with at most one attribute.
bool json_walk_begin_plain(json_walk *walk, const char *name, const char *attribute, const char *value);

bool json_walk_text(json_walk *walk, const char *text, size_t length);

/// Is the member an array? One that is something else, null excepted, is an error: *good is false then.
bool json_walk_array(json_walk *walk, const json_value *object, const char *member, const json_value **array,
                     bool *good);

#endif
