piece=${SLURM_ARRAY_TASK_ID:?this script is for sbatch --array, which numbers tasks}
out=$folder/pieces/$piece-of-$pieces
# A task that Slurm starts again, after a node was lost, goes on where the first one was.
set -- "$@" --partition "$piece/$pieces" --out "$out" --resume
# As many submissions at a time as were asked for, or as the task has processors.
jobs=${jobs:-${SLURM_CPUS_PER_TASK:-${SLURM_CPUS_ON_NODE:-}}}
if [ -n "$jobs" ]; then
    set -- "$@" --jobs "$jobs"
fi
"$@"
code=$?
# 3 may mean that a submission is ungraded, and the piece is whole all the same; or that nothing could be graded at all.
case $code in
    0 | 1 | 3) if [ -d "$out" ]; then exit 0; fi ;;
esac
exit "$code"
