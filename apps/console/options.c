// One pass over argv. Every complaint names the option as it was typed and says what would be right.
#include "options.h"

#include "option_value.h"
#include "report.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
    struct stat about;
    snprintf(typed, sizeof typed, "%s", argument[1] == '-' ? argument + 2 : argument + 1);
    typed[strcspn(typed, "=")] = 0;
    const option *meant = option_suggest(options, typed);
    if (meant != NULL)
        complain("unknown option %s; did you mean --%s?", argument, meant->name);
    else if (stat(argument, &about) == 0)
        complain("unknown option %s; the file of that name is ./%s", argument, argument);
    else
        complain("unknown option %s; --help lists the options", argument);
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
        p->option = option_find(options, argument + 2, length);
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
        complain("%s takes no value%s", p->shown,
                 argument[1] == '-' ? "" : "; short options stand one by one, as -q -j");
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
    bool attached = p.option->kind == OPTION_FLAG || p.option->kind == OPTION_REFUSED || p.value != NULL;
    if (!attached && left < 2) {
        complain("%s needs %s", p.shown, p.option->value);
        return 0;
    }
    format_message message = { 0 };
    void *target = (char *)settings + p.option->offset;
    if (!option_set(p.option, p.shown, attached ? p.value : argv[1], target, &message)) {
        complain("%s", message.text);
        return 0;
    }
    return attached ? 1 : 2;
}

bool options_parse(const option *options, const char *command, const char **values, size_t operands, int argc,
                   char **argv, void *settings, bool *help)
{
    uint64_t given = 0;
    size_t found = 0;
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
        } else if (found == operands) {
            complain("unexpected argument '%s'", argv[i]);
            return false;
        } else {
            values[found++] = argv[i++];
        }
    }
    if (!options_configure(options, settings, given))
        return false;
    uint64_t all = given;
    for (const option *o = options; o->name != NULL; o++)
        if (o->kind == OPTION_CONFIG)
            all |= ((const config_file *)(const void *)((const char *)settings + o->offset))->given;
    return options_agree(options, command, given, all);
}
