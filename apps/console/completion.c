// `quadrille completion`: what makes a shell complete the program's commands, their options and the values of those, as
// a script made of the tables of the commands.
#include "completion.h"

#include "output.h"

#include <string.h>

typedef struct settings {
    const char *shell;
} settings;

static const char *const shells[] = { "bash", "zsh", "fish", NULL };

// The words that an option takes, separated by blanks; none: it takes something else.
static void put_choices(output *out, const option *o)
{
    for (int i = 0; o->kind == OPTION_CHOICE && o->choices[i] != NULL; i++)
        put(out, i > 0 ? " %s" : "%s", o->choices[i]);
}

static bool takes_files(const command *c)
{
    return c->second != NULL || (c->operand != NULL && strncmp(c->operand, "FILE", 4) == 0);
}

static bool takes_file(const option *o)
{
    return o->kind == OPTION_CONFIG || strcmp(o->value, "FILE") == 0 || strcmp(o->value, "FOLDER") == 0 ||
           strcmp(o->value, "DIR") == 0;
}

// The first line of a help text without what each shell would take for its own.
static void put_summary(output *out, const char *help)
{
    for (; *help != 0 && *help != '\n'; help++)
        if (strchr("'\"[]:\\`$", *help) == NULL)
            put(out, "%c", *help);
}

// The option that comes next, from this one on: not those that a command only refuses. NULL: none.
static const option *shown_from(const option *o)
{
    while (o->name != NULL && o->kind == OPTION_REFUSED)
        o++;
    return o->name != NULL ? o : NULL;
}

// Calls `put_one` for each command that has options: not for those with commands below them, but for these.
static void put_each(output *out, const command *const *commands, void (*put_one)(output *, const command *))
{
    for (const command *const *c = commands; *c != NULL; c++) {
        if ((*c)->parts == NULL)
            put_one(out, *c);
        for (const command *const *part = (*c)->parts; part != NULL && *part != NULL; part++)
            put_one(out, *part);
    }
}

static void put_words(output *out, const command *const *table)
{
    for (; *table != NULL; table++)
        put(out, "%s ", command_word(*table));
}

// ---- bash ----

static void put_bash_values(output *out, const command *c)
{
    for (const option *o = shown_from(c->options); o != NULL; o = shown_from(o + 1)) {
        if (o->kind == OPTION_FLAG)
            continue;
        put(out, "    '%s --%s')", c->name, o->name);
        if (o->kind == OPTION_CHOICE) {
            put(out, " words='");
            put_choices(out, o);
            put(out, "' ;;\n");
        } else {
            put(out, takes_file(o) ? " files=yes ;;\n" : " ;;\n");
        }
    }
}

static void put_bash_options(output *out, const command *c)
{
    put(out, "    '%s')\n        files=%s\n        options='", c->name, takes_files(c) ? "yes" : "");
    for (const option *o = shown_from(c->options); o != NULL; o = shown_from(o + 1))
        put(out, "--%s ", o->name);
    put(out, "--help'\n        ;;\n");
}

static void put_bash(output *out, const command *const *commands)
{
    put(out,
        "# Completion of quadrille for bash; made by: quadrille completion bash\n"
        "_quadrille()\n"
        "{\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words= files= options=\n"
        "    COMPREPLY=()\n"
        "    if [ \"$current\" = = ]; then current=\n"
        "    elif [ \"$previous\" = = ]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
        "    local name=${COMP_WORDS[1]}\n");
    for (const command *const *c = commands; *c != NULL; c++)
        if ((*c)->parts != NULL)
            put(out,
                "    if [ \"$name\" = %s ] && [ \"$COMP_CWORD\" -gt 2 ]; then name=\"$name ${COMP_WORDS[2]}\"; fi\n",
                (*c)->name);
    put(out, "    case \"$COMP_CWORD $name\" in\n"
             "    1\\ * | 2\\ help)\n"
             "        words='");
    put_words(out, commands);
    put(out, "help'\n"
             "        if [ \"$COMP_CWORD\" = 1 ]; then words=\"$words --help --version\"; fi\n"
             "        ;;\n");
    // The second word of a command that has commands below it, and what comes after that.
    for (const command *const *c = commands; *c != NULL; c++) {
        if ((*c)->parts == NULL)
            continue;
        put(out, "    2\\ %s)\n        words='", (*c)->name);
        put_words(out, (*c)->parts);
        put(out, "--help'\n        ;;\n");
    }
    put(out, "    *) case \"$name $previous\" in\n");
    put_each(out, commands, put_bash_values);
    put(out, "    *) case $name in\n");
    put_each(out, commands, put_bash_options);
    put(out, "    esac\n"
             "        if [ \"${current#-}\" != \"$current\" ]; then words=$options; files=; fi\n"
             "        ;;\n"
             "    esac ;;\n"
             "    esac\n"
             "    if [ -n \"$words\" ]; then mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
             "    elif [ -n \"$files\" ]; then\n"
             "        compopt -o filenames 2>/dev/null\n"
             "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
             "    fi\n"
             "}\n"
             "complete -F _quadrille quadrille\n");
}

// ---- zsh ----

static void put_zsh_options(output *out, const command *c)
{
    put(out, "    '%s')\n        _arguments \\\n", c->name);
    for (const option *o = shown_from(c->options); o != NULL; o = shown_from(o + 1)) {
        put(out, "            '--%s%s[", o->name, o->kind == OPTION_FLAG ? "" : "=");
        put_summary(out, o->help);
        put(out, "]");
        if (o->kind == OPTION_CHOICE) {
            put(out, ":value:(");
            put_choices(out, o);
            put(out, ")");
        } else if (o->kind != OPTION_FLAG) {
            put(out, takes_file(o) ? ":file:_files" : ":value:");
        }
        put(out, "' \\\n");
    }
    put(out, "            '--help[this text]'%s\n        ;;\n", takes_files(c) ? " '*:file:_files'" : "");
}

static void put_zsh_names(output *out, const command *const *table)
{
    put(out, "names=(\n");
    for (; *table != NULL; table++) {
        put(out, "        '%s:", command_word(*table));
        put_summary(out, (*table)->summary);
        put(out, "'\n");
    }
}

static void put_zsh_parts(output *out, const command *c)
{
    put(out, "    if [[ $name == %s ]]; then\n        ", c->name);
    put_zsh_names(out, c->parts);
    put(out, "        )\n"
             "        if ((CURRENT == 2)); then\n"
             "            _describe command names\n"
             "            return\n"
             "        fi\n"
             "        name=\"$name $words[2]\"\n"
             "        shift words\n"
             "        ((CURRENT--))\n"
             "    fi\n");
}

static void put_zsh(output *out, const command *const *commands)
{
    put(out, "#compdef quadrille\n"
             "# Completion of quadrille for zsh; made by: quadrille completion zsh\n"
             "_quadrille()\n"
             "{\n"
             "    local -a names\n"
             "    ");
    put_zsh_names(out, commands);
    put(out, "        'help:the help of a command'\n"
             "    )\n"
             "    if ((CURRENT == 2)) || [[ $words[2] == help ]]; then\n"
             "        _describe command names\n"
             "        return\n"
             "    fi\n"
             "    local name=$words[2]\n"
             "    shift words\n"
             "    ((CURRENT--))\n");
    for (const command *const *c = commands; *c != NULL; c++)
        if ((*c)->parts != NULL)
            put_zsh_parts(out, *c);
    put(out, "    case $name in\n");
    put_each(out, commands, put_zsh_options);
    put(out, "    esac\n"
             "}\n"
             "if [[ $funcstack[1] == _quadrille ]]; then _quadrille \"$@\"; else compdef _quadrille quadrille; fi\n");
}

// ---- fish ----

// All words of the name have been typed.
static void put_fish_condition(output *out, const command *c)
{
    put(out, "complete -c quadrille -n '__fish_seen_subcommand_from %.*s", (int)strcspn(c->name, " "), c->name);
    if (command_word(c) != c->name)
        put(out, "; and __fish_seen_subcommand_from %s", command_word(c));
    put(out, "'");
}

static void put_fish_options(output *out, const command *c)
{
    if (!takes_files(c)) {
        put_fish_condition(out, c);
        put(out, " -f\n");
    }
    for (const option *o = shown_from(c->options); o != NULL; o = shown_from(o + 1)) {
        put_fish_condition(out, c);
        put(out, " -l %s", o->name);
        if (o->kind == OPTION_CHOICE) {
            put(out, " -x -a '");
            put_choices(out, o);
            put(out, "'");
        } else if (o->kind != OPTION_FLAG) {
            put(out, takes_file(o) ? " -r -F" : " -x");
        }
        put(out, " -d '");
        put_summary(out, o->help);
        put(out, "'\n");
    }
}

// The names of a table, where `condition` holds.
static void put_fish_names(output *out, const command *const *table, const char *condition, const char *name)
{
    for (; *table != NULL; table++) {
        put(out, "complete -c quadrille -n '%s%s' -f -a %s -d '", condition, name, command_word(*table));
        put_summary(out, (*table)->summary);
        put(out, "'\n");
    }
}

static void put_fish(output *out, const command *const *commands)
{
    put(out, "# Completion of quadrille for fish; made by: quadrille completion fish\n"
             "complete -c quadrille -n __fish_use_subcommand -f -s V -l version -d 'the version'\n"
             "complete -c quadrille -l help -d 'this text'\n"
             "complete -c quadrille -n __fish_use_subcommand -f -a help -d 'the help of a command'\n"
             "complete -c quadrille -n '__fish_seen_subcommand_from help' -f -a '");
    put_words(out, commands);
    put(out, "'\n");
    put_fish_names(out, commands, "__fish_use_subcommand", "");
    for (const command *const *c = commands; *c != NULL; c++) {
        if ((*c)->parts == NULL)
            continue;
        put(out,
            "function __quadrille_bare_%s; set -l words (commandline -opc); test (count $words) -eq 2; and test "
            "$words[2] = %s; end\n",
            (*c)->name, (*c)->name);
        put_fish_names(out, (*c)->parts, "__quadrille_bare_", (*c)->name);
    }
    put_each(out, commands, put_fish_options);
}

static status run(const command *const *commands, int argc, char **argv)
{
    static void (*const put_script[])(output *, const command *const *) = { put_bash, put_zsh, put_fish };
    settings set = { NULL };
    status result = STATUS_DONE;
    if (!command_parse(&completion_command, argc, argv, &set, &result))
        return result;
    for (int i = 0; shells[i] != NULL; i++) {
        if (strcmp(set.shell, shells[i]) == 0) {
            output out = output_standard();
            put_script[i](&out, commands);
            return output_finish(&out, STATUS_DONE);
        }
    }
    complain("completion: unknown shell '%s'; use bash, zsh or fish", set.shell);
    return STATUS_USAGE;
}

static const option options[] = { { 0 } };

const command completion_command = {
    .name = "completion",
    .summary = "completion of commands and options, for a shell",
    .description = "Prints a script that makes SHELL (bash, zsh or fish) complete the commands of\n"
                   "quadrille, their options, and the values of those.",
    .example = "quadrille completion bash >>~/.bash_completion",
    .operand = "SHELL",
    .operand_offset = offsetof(settings, shell),
    .options = options,
    .run_about = run,
};
