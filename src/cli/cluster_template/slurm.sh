#!/bin/sh
# Grades a class on a Slurm cluster, in pieces. Printed by `grader cluster-template slurm`; `grader run --engine slurm` does the
# same by itself, waits, and shows the table. Keep this file if you want to see and change every step.
#
# 1. Put this file into the course's folder, which all nodes must see under the same path, and change the lines below.
# 2. There, submit the pieces, and then the job that merges them:
#
#        job=$(sbatch --parsable --array=1-16 grade.sh)
#        sbatch --dependency=afterany:$job grade.sh
#
#    The 16 is the same as `pieces` below. `--array=1-16%4` would run at most four pieces at a time.
# 3. When both are done (`squeue --me`), the reports are in the folder `reports`. If a piece is missing, the merging job says so in its
#    log and ends with 3. `sbatch --array=3,7 grade.sh` grades just pieces 3 and 7 again; then submit the merging job once more.

#SBATCH --job-name=grader
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=01:00:00
# When a node is lost, Slurm starts its task again on another one, and adds to its log.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=grader-%A-%a.log
# Your cluster may want to know more:
##SBATCH --partition=cpu
##SBATCH --account=my-course

# Into how many pieces the class is cut. Never take it from SLURM_ARRAY_TASK_COUNT: that is 2 after `--array=3,7`.
pieces=16
# The folder with what was handed in, and where the reports are to be.
submissions=submissions
out=reports

# The second job has no number: it merges what is there.
if [ -z "$SLURM_ARRAY_TASK_ID" ]; then
    exec grader merge pieces/*-of-"$pieces" --expect "$pieces" --out "$out"
fi

piece=pieces/$SLURM_ARRAY_TASK_ID-of-$pieces
# A piece of an earlier run is gone on with: what has not changed is not graded again.
if [ -d "$piece" ] && [ ! -e "$piece.part" ]; then
    mv "$piece" "$piece.part"
fi
grader run "$submissions" --partition "$SLURM_ARRAY_TASK_ID/$pieces" --out "$piece" --resume --jobs "${SLURM_CPUS_PER_TASK:-1}"
code=$?
# 3 may mean that a submission could not be graded: then the piece is there all the same, and the merge names the submission.
if [ "$code" = 3 ] && [ -d "$piece" ]; then
    exit 0
fi
exit "$code"
