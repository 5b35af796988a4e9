// The program `quadrille`: finds the command and runs it.
#include "commands.h"

#include <bench.h>
#include <completion.h>
#include <draw.h>
#include <gravity.h>
#include <output.h>
#include <pairs.h>
#include <quadrille/base.h>
#include <query.h>
#include <replay.h>
#include <settings.h>
#include <signal.h>
#include <simulate.h>
#include <string.h>
#include <sys/stat.h>

// In the order in which the help lists them.
static const command *const commands[] = {
    &pairs_command, &join_command,     &query_command,      &stats_command, &draw_command,
    &index_command, &simulate_command, &gravity_command,    &image_command, &replay_command,
    &demo_command,  &bench_command,    &completion_command, NULL,
};

static void put_usage(output *out)
{
    put(out, "Usage: quadrille COMMAND [OPTIONS] [FILE]\n"
             "\n"
             "Finds overlapping boxes in the plane, and boxes by place.\n"
             "\n"
             "Commands:\n");
    for (int i = 0; commands[i] != NULL; i++)
        put(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    put(out, "  %-10s %s\n", "help", "the help of a command: quadrille help COMMAND");
    put(out, "\n"
             "  -h, --help     this text\n"
             "  -V, --version  the version\n");
}

static status print_usage(void)
{
    output out = output_standard();
    put_usage(&out);
    return output_finish(&out, STATUS_DONE);
}

static status help(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "help") == 0 || argv[1][0] == '-')
        return print_usage();
    const command *c = command_find(commands, argv[1], NULL);
    if (c != NULL && c->parts != NULL && argc > 2) {
        c = command_find(c->parts, argv[2], c);
        argc--;
    }
    if (c != NULL && argc > 2) {
        complain("help takes one command, not '%s' as well", argv[argc - 1]);
        return STATUS_USAGE;
    }
    return c != NULL ? command_help(c) : STATUS_USAGE;
}

// Is it a file, or the name of one, instead of a command? No command has a dot or a slash in its name.
static bool is_file(const char *word)
{
    struct stat about;
    for (int i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, word) == 0)
            return false;
    return strcmp(word, "-") == 0 || strpbrk(word, "./") != NULL || stat(word, &about) == 0;
}

// Names the commands that take FILE, so that any of them may be put in front.
static status refuse_file(const char *file)
{
    char names[256] = "";
    size_t used = 0;
    for (int i = 0; commands[i] != NULL && used < sizeof names; i++)
        if (commands[i]->operand != NULL && strcmp(commands[i]->operand, "FILE") == 0)
            used +=
                (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", commands[i]->name);
    complain(
        "'%s' is a file, not a command; put one of these in front of it: %s; join takes two files; quadrille --help "
        "says what each does",
        file, names);
    return STATUS_USAGE;
}

static status dispatch(int argc, char **argv)
{
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help(argc - 1, argv + 1);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return command_version(qd_version());
    if (argv[1][0] == '-' && argv[1][1] != 0) {
        complain("unknown option %s in front of a command; quadrille --help shows how it is used", argv[1]);
        return STATUS_USAGE;
    }
    if (is_file(argv[1]))
        return refuse_file(argv[1]);
    const command *c = command_find(commands, argv[1], NULL);
    return c != NULL ? command_run(c, commands, argc - 1, argv + 1) : STATUS_USAGE;
}

int main(int argc, char **argv)
{
    output_begin();
    // A reader that has seen enough shows up as EPIPE from a write, which output.c knows to be no failure; a file that
    // may not grow any more as EFBIG, an error like any other.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2) {
        output out = { .file = stderr, .name = "standard error" };
        put_usage(&out);
        return (int)STATUS_USAGE;
    }
    return (int)dispatch(argc, argv);
}
