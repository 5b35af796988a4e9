// The command line on all ranks: see commands.h.
#include "commands.h"

#include "options.h"
#include "ranks.h"
#include "report.h"
#include "same_file.h"

#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

bool commands_parse(const command *c, int argc, char **argv, void *settings, status *wrong)
{
    const bool good = ranks_own() == 0 && command_parse(c, argc, argv, settings, wrong);
    if (!ranks_told(good)) {
        *wrong = ranks_agree(ranks_own() == 0 ? *wrong : STATUS_DONE);
        return false;
    }
    if (ranks_own() != 0 && !command_parse(c, argc, argv, settings, wrong))
        MPI_Abort(MPI_COMM_WORLD, STATUS_USAGE); // rank 0 has taken the same arguments
    return true;
}

status commands_check(const command *c, const char *problem)
{
    return ranks_agree(command_refuses(c, problem) ? STATUS_USAGE : STATUS_DONE);
}

status commands_keep_to_floats(const command *c, const void *settings, bool doubles)
{
    return ranks_agree(doubles || options_keep_to_floats(c->options, settings) ? STATUS_DONE : STATUS_USAGE);
}

const char *commands_output(const char *output, bool merged, char name[4200])
{
    const int length = merged ? snprintf(name, 4200, "%s", output) : snprintf(name, 4200, "%s.%d", output, ranks_own());
    if (length > 0 && length < 4200)
        return name;
    complain_at(output, 0, "cannot write: %s", strerror(ENAMETOOLONG));
    return NULL;
}

status commands_spare(const char *output, bool merged, const char *first, const char *second)
{
    char name[4200];
    const char *own = output != NULL ? commands_output(output, merged, name) : NULL;
    const bool spoils = spoils_either("-o", own, first, second);
    return ranks_agree(spoils || (output != NULL && own == NULL) ? STATUS_USAGE : STATUS_DONE);
}
