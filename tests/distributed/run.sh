#!/usr/bin/env bash
# Runs a program on so many ranks of this machine, more than it has cores: ranks that wait give theirs away.
#   run.sh MPIRUN RANKS PROGRAM [ARGUMENT]...
set -euo pipefail
mpirun=$1 ranks=$2
shift 2
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl=self,vader OMPI_MCA_plm_rsh_agent=sh
# Open MPI 5 has other names for two of these.
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none
# Nor does it look for what the tests do not use (networks between machines, graphics), a third of the time of starting.
export OMPI_MCA_pml=ob1 HWLOC_PLUGINS_PATH=/nonexistent
# After a rank that fails it kills the others at once, and not a second later: they have all come to their end by then
# (MPI_Finalize). Who needs that second sets it.
export OMPI_MCA_odls_base_sigkill_timeout=${OMPI_MCA_odls_base_sigkill_timeout:-0}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
exec timeout --kill-after 10 600 "$mpirun" -n "$ranks" "$@"
