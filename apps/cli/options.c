// One pass over argv. Every complaint names the option as it was typed and says what would be right.
#include "options.h"

#include "number.h"
#include "report.h"
#include "suggest.h"

#include <stdio.h>
#include <string.h>

static const option *find_name(const option *options, const char *name, size_t length)
{
    for (const option *o = options; o->name != NULL; o++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

static const option *find_letter(const option *options, char letter)
{
    for (const option *o = options; o->name != NULL; o++)
        if (o->letter != 0 && o->letter == letter)
            return o;
    return NULL;
}

static void complain_unknown(const option *options, const char *argument)
{
    char typed[64];
    snprintf(typed, sizeof typed, "%s", argument[1] == '-' ? argument + 2 : argument + 1);
    typed[strcspn(typed, "=")] = 0;
    const char *best = NULL;
    size_t limit = suggest_limit(typed);
    for (const option *o = options; o->name != NULL; o++) {
        size_t distance = edit_distance(typed, o->name);
        if (distance <= limit) {
            best = o->name;
            limit = distance;
        }
    }
    if (best != NULL)
        complain("unknown option %s; did you mean --%s?", argument, best);
    else
        complain("unknown option %s; --help lists the options", argument);
}

static bool set_int(const option *o, const char *shown, const char *text, void *target)
{
    int64_t value = 0;
    number_error error = number_int(text, &value);
    if (error != NUMBER_OK || value < o->least || value > o->most) {
        complain("%s wants a whole number from %lld to %lld, not '%s'", shown, (long long)o->least, (long long)o->most,
                 text);
        return false;
    }
    *(int64_t *)target = value;
    return true;
}

static bool set_float(const option *o, const char *shown, const char *text, void *target)
{
    float value = 0;
    number_error error = number_float(text, o->infinite, &value);
    if (error != NUMBER_OK || value < o->low || value > o->high) {
        complain("%s wants a number from %g to %g, not '%s'", shown, (double)o->low, (double)o->high, text);
        return false;
    }
    *(float *)target = value;
    return true;
}

// Reads the number in front of the next separator and moves on behind it; *list is NULL after the last one.
static number_error next_float(const option *o, const char **list, char *piece, size_t size, float *value)
{
    const char *end = strchr(*list, o->separator != 0 ? o->separator : ',');
    size_t length = end != NULL ? (size_t)(end - *list) : strlen(*list);
    int shown = snprintf(piece, size, "%.*s", (int)(length < size ? length : size), *list);
    *list = end != NULL ? end + 1 : NULL;
    return shown < 0 || (size_t)shown >= size ? NUMBER_MALFORMED : number_float(piece, o->infinite, value);
}

static bool set_floats(const option *o, const char *shown, const char *text, void *target)
{
    float_list list = { 0 };
    char piece[128];
    const char *rest = text;
    while (rest != NULL && list.count < o->count) {
        number_error error = next_float(o, &rest, piece, sizeof piece, &list.values[list.count++]);
        if (error != NUMBER_OK) {
            complain("%s wants %s: '%s' %s", shown, o->value, piece, number_error_text(error));
            return false;
        }
    }
    if (rest != NULL || list.count != o->count) {
        complain("%s wants %s: %d numbers, not '%s'", shown, o->value, o->count, text);
        return false;
    }
    *(float_list *)target = list;
    return true;
}

static bool set_choice(const option *o, const char *shown, const char *text, void *target)
{
    for (int i = 0; o->choices[i] != NULL; i++)
        if (strcmp(o->choices[i], text) == 0) {
            *(int *)target = i;
            return true;
        }
    char names[512];
    size_t length = 0;
    for (int i = 0; o->choices[i] != NULL && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? "|" : "", o->choices[i]);
    complain("%s wants %s, not '%s'", shown, names, text);
    return false;
}

static bool set_value(const option *o, const char *shown, const char *text, void *settings)
{
    void *target = (char *)settings + o->offset;
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)target = true;
        return true;
    case OPTION_INT:
        return set_int(o, shown, text, target);
    case OPTION_FLOAT:
        return set_float(o, shown, text, target);
    case OPTION_FLOATS:
        return set_floats(o, shown, text, target);
    case OPTION_CHOICE:
        return set_choice(o, shown, text, target);
    case OPTION_TEXT:
        break;
    }
    if (*text == 0) {
        complain("%s wants %s, not nothing", shown, o->value);
        return false;
    }
    *(const char **)target = text;
    return true;
}

// What one argument says: which option, how it was typed, and the value that came with it.
typedef struct parsed {
    const option *option;
    char shown[40];
    const char *value; ///< NULL: none was attached
} parsed;

static bool split(const option *options, const char *argument, parsed *p)
{
    if (argument[1] == '-') {
        size_t length = strcspn(argument + 2, "=");
        p->option = find_name(options, argument + 2, length);
        p->value = argument[2 + length] == '=' ? argument + 3 + length : NULL;
    } else {
        p->option = find_letter(options, argument[1]);
        p->value = argument[2] != 0 ? argument + 2 : NULL;
    }
    if (p->option == NULL) {
        complain_unknown(options, argument);
        return false;
    }
    if (argument[1] == '-')
        snprintf(p->shown, sizeof p->shown, "--%s", p->option->name);
    else
        snprintf(p->shown, sizeof p->shown, "-%c", p->option->letter);
    if (p->option->kind == OPTION_FLAG && p->value != NULL) {
        complain("%s takes no value", p->shown);
        return false;
    }
    return true;
}

// One option with its value, which may be the next argument. Returns how many arguments that took, 0 for a complaint.
static int take_option(const option *options, int left, char **argv, void *settings, uint64_t *given)
{
    parsed p;
    if (!split(options, argv[0], &p))
        return 0;
    uint64_t bit = UINT64_C(1) << (p.option - options);
    if (*given & bit) {
        complain("%s is given twice", p.shown);
        return 0;
    }
    *given |= bit;
    bool attached = p.option->kind == OPTION_FLAG || p.value != NULL;
    if (!attached && left < 2) {
        complain("%s wants %s", p.shown, p.option->value);
        return 0;
    }
    if (!set_value(p.option, p.shown, attached ? p.value : argv[1], settings))
        return 0;
    return attached ? 1 : 2;
}

bool options_parse(const option *options, const char *operand, const char **operand_value, int argc, char **argv,
                   void *settings, bool *help)
{
    uint64_t given = 0;
    bool ended = false;
    *help = false;
    for (int i = 1; i < argc;) {
        if (!ended && strcmp(argv[i], "--") == 0) {
            ended = true;
            i++;
        } else if (!ended && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            *help = true;
            return true;
        } else if (!ended && argv[i][0] == '-' && argv[i][1] != 0) {
            int taken = take_option(options, argc - i, argv + i, settings, &given);
            if (taken == 0)
                return false;
            i += taken;
        } else if (operand == NULL || *operand_value != NULL) {
            complain("unexpected argument '%s'", argv[i]);
            return false;
        } else {
            *operand_value = argv[i++];
        }
    }
    return true;
}
