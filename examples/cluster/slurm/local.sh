#!/bin/bash
# Starts Slurm on this machine, runs an array of shards and the merge, kills a task and then the node, and compares the
# result with one run. Stops all daemons at the end; after a failure the work folder is kept.
# Needs root and Debian's packages: apt-get install slurm-wlm munge
#
#     examples/cluster/slurm/local.sh hexmate --variant mini perft start --depth 9 --split-depth 4
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "$(command -v "$1")")
set -- "$program" "${@:2}"
shards=${SHARDS:-8}
work=$(mktemp -d /tmp/hexmate-slurm.XXXXXX)
chmod 755 "$work"
daemons=()
finish() {
    for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null || :; done
    wait
}
trap finish EXIT

# Uses its own key and socket, so that a running munged is not affected.
mkdir "$work"/{munge,spool,state}
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 700 "$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" &
daemons+=($!)

export SLURM_CONF=$work/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=one
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
# No control groups: they would need the init system of the machine.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,batch_sched_delay=0
ReturnToService=2
SlurmdTimeout=5
KillWait=5
MinJobAge=3600
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=batch Nodes=ALL Default=YES MaxTime=60 State=UP
END
slurmctld -D -c >/dev/null 2>&1 &
daemons+=($!)
start_slurmd() {
    slurmd -D >/dev/null 2>&1 &
    slurmd=$!
    daemons+=("$slurmd")
}
start_slurmd
until [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ]; do sleep 0.5; done
sinfo

cd "$work"
read -r array merge < <("$here/submit.sh" hash "$shards" "$work/parts" "$work/merged" "$@")
echo "array $array, merge $merge"

finished() { find parts -name '*.jsonl' | wc -l; }
# Prints the processes of the tasks once $1 shards are finished. Their parents are Slurm's daemons, one for each task.
processes_after() {
    until [ "$(finished)" -ge "$1" ] && scontrol listpids 2>/dev/null | awk 'NR > 1 && $1 > 1 { print $1 }' | grep .; do
        squeue --noheader --job="$merge" | grep -q . || { cat parts/*.out >&2; exit 1; }
        sleep 0.1
    done
}

last=$(processes_after 1 | tail -n 1)
kill -s KILL "$last"
echo "killed a shard with $(finished) of $shards shards finished"

mapfile -t processes < <(processes_after 3)
mapfile -t parents < <(ps -o ppid= -p "${processes[*]}" | tr -d ' ' | sort -u)
kill -s KILL "$slurmd" "${parents[@]}" "${processes[@]}" 2>/dev/null || :
echo "killed the node and all its processes with $(finished) of $shards shards finished"
until sinfo --noheader --format=%t | grep -q down; do sleep 0.5; done
start_slurmd

state() { scontrol show job "$1" --oneliner | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p'; }
while squeue --noheader --job="$merge" 2>/dev/null | grep -q .; do sleep 0.5; done
scontrol show job "$array" --oneliner | sed -n 's/.*ArrayTaskId=\([0-9]*\).*JobState=\([A-Z]*\).*Restarts=\([0-9]*\).*/task \1: \2, restarts \3/p'
echo "merge: $(state "$merge")"
"$@" -j 1 >one 2>one.err || [ $? = 1 ]
cmp merged one
echo "Slurm: $(stat -c %s one) bytes, identical to one run"
rm -r "$work"
