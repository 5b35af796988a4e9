// The command line on all ranks: see commands.h.
#include "commands.h"

#include "ranks.h"
#include "report.h"

#include <mpi.h>

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
    if (problem != NULL)
        complain("%s: %s", c->name, problem);
    return ranks_agree(problem != NULL ? STATUS_USAGE : STATUS_DONE);
}
