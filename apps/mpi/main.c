// The program `quadrille-mpi`: commands of `quadrille` on many ranks. Each rank does the same; errors are printed
// once.
#include "commands.h"
#include "output.h"
#include "ranks.h"

#include <mpi.h>
#include <quadrille/base.h>
#include <signal.h>
#include <string.h>
#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#endif

static const command *const commands[] = { &mpi_pairs_command, &mpi_join_command, &mpi_query_command,
                                           &mpi_gravity_command, NULL };

static status print_usage(void)
{
    if (ranks_own() != 0)
        return STATUS_DONE;
    output out = output_standard();
    put(&out, "Usage: mpirun -n RANKS quadrille-mpi COMMAND [OPTIONS] [FILE]\n"
              "\n"
              "Finds what overlaps what among boxes in the plane, and moves bodies by their gravity, on many\n"
              "ranks: each has some of them.\n"
              "\n"
              "Commands:\n");
    for (int i = 0; commands[i] != NULL; i++)
        put(&out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    put(&out, "\n"
              "  -h, --help     this text\n"
              "  -V, --version  the version\n");
    return output_finish(&out, STATUS_DONE);
}

static status dispatch(int argc, char **argv)
{
    if (argc < 2) {
        complain("COMMAND is missing; quadrille-mpi --help lists them");
        return ranks_agree(STATUS_USAGE);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return ranks_agree(print_usage());
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return ranks_agree(ranks_own() == 0 ? command_version(qd_version()) : STATUS_DONE);
    const command *c = command_find(commands, argv[1], NULL);
    return c != NULL ? command_run(c, commands, argc - 1, argv + 1) : ranks_agree(STATUS_USAGE);
}

/// Keeps what is loaded: Open MPI 4 unloads its plugins in MPI_Finalize, and its thread for messages may be inside one.
/// On a busy machine a rank ended by a segmentation fault.
static void keep_plugins(void)
{
#if defined(__linux__)
    struct link_map *loaded = NULL;
    if (dlinfo(dlopen(NULL, RTLD_LAZY), RTLD_DI_LINKMAP, &loaded) == 0)
        for (; loaded; loaded = loaded->l_next)
            (void)dlopen(loaded->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#endif
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    signal(SIGPIPE, SIG_IGN); // see output.h
    report_as("quadrille-mpi");
    report_hold();
    output_passed_on();
    const status done = dispatch(argc, argv);
    keep_plugins();
    MPI_Finalize();
    return (int)done;
}
