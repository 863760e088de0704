/*
 * The guard's program, in POSIX sh: nothing else is sure to be there and to outlive the engine. It reads lines from the pipe
 * that the engine holds, and when that pipe ends without a `quit` the engine is dead, so it ends the trees of all runs that
 * are still registered. The tree and the rule about start times are those of processTree.ts; the rows of the process
 * table have the same form there and here, so start times compare.
 *
 *   add <runId> <leader pid or 0> <start time>    0 before the spawn, when only the mark is known
 *   remove <runId>
 *   quit
 *
 * Arguments: the table's source (`proc` or `ps`), and the time between SIGTERM and SIGKILL in tenths of a second.
 */
export const guardScript = `
trap '' HUP INT QUIT TERM PIPE
source=$1
grace=$2
runs=''

drop() {
  kept=''
  for run in $runs; do
    [ "\${run%%/*}" = "$1" ] || kept="$kept $run"
  done
  runs=$kept
}

while read -r verb id leader start; do
  case $verb in
    add) drop "$id"; runs="$runs $id/$leader/$start" ;;
    remove) drop "$id" ;;
    quit) exit 0 ;;
  esac
done
[ -n "$runs" ] || exit 0

# One line for each living process: pid, parent, group, start time.
table() {
  if [ "$source" = proc ]; then
    for file in /proc/[0-9]*/stat; do
      read -r line < "$file" || continue
      pid=\${line%% *}
      # The name in brackets may hold spaces and brackets: count from the last one.
      set -- \${line##*") "}
      [ $# -ge 20 ] || continue
      [ "$1" = Z ] || [ "$1" = X ] || echo "$pid $2 $3 \${20}"
    done
  else
    LC_ALL=C ps -A -o pid=,ppid=,pgid=,stat=,lstart= | while read -r pid ppid pgid stat start; do
      case $stat in Z*) continue ;; esac
      set -- $start
      echo "$pid $ppid $pgid $1_$2_$3_$4_$5"
    done
  fi
}

# The pids that carry a registered run's mark. The first grep finds candidates with one process for all files.
marked() {
  [ "$source" = proc ] || return 0
  for run in $runs; do
    mark="SIGNALBOX_RUN=\${run%%/*}"
    for file in $(grep -lF -e "$mark" /proc/[0-9]*/environ); do
      tr '\\000' '\\n' < "$file" | grep -qxF -e "$mark" || continue
      pid=\${file#/proc/}
      echo "\${pid%/environ}"
    done
  done
}

# Sets alive to the pids of all trees, and adds them to known with their start times.
look() {
  rows=$(table)
  tree=" $(marked | tr '\\n' ' ') "
  leaders=' '
  for run in $runs; do
    leader=\${run#*/}
    [ "\${leader%%/*}" = 0 ] || leaders="$leaders$leader "
  done
  # A process with a leader's number but another start time: the number, and with it the group, belongs to others now.
  foreign=' '
  while read -r pid ppid pgid start; do
    case $leaders in
      *" $pid/$start "*) ;;
      *" $pid/"*) foreign="$foreign$pid " ;;
    esac
  done <<EOT
$rows
EOT
  grown=1
  while [ "$grown" ]; do
    grown=''
    while read -r pid ppid pgid start; do
      [ -n "$pid" ] || continue
      case $tree in *" $pid "*) continue ;; esac
      belongs=''
      case $known$leaders in *" $pid/$start "*) belongs=1 ;; esac
      case $leaders in *" $pgid/"*) case $foreign in *" $pgid "*) ;; *) belongs=1 ;; esac ;; esac
      case $tree in *" $ppid "*) belongs=1 ;; esac
      [ "$belongs" ] || continue
      tree="$tree$pid "
      grown=1
    done <<EOT
$rows
EOT
  done
  alive=''
  while read -r pid ppid pgid start; do
    [ -n "$pid" ] || continue
    case $tree in *" $pid "*) ;; *) continue ;; esac
    [ "$pid" -gt 1 ] && [ "$pid" != $$ ] || continue
    alive="$alive $pid"
    case $known in *" $pid/$start "*) ;; *) known="$known$pid/$start " ;; esac
  done <<EOT
$rows
EOT
}

known=' '
termed=' '
round=0
quiet=0
# Rounds alone are no clock: on a busy machine one look can take longer than the tenth of a second that it stands for.
began=$(date +%s)
# Half a second without a living process ends the watch: a child that was being started when the engine died shows its
# mark only once it has become its program.
while [ "$quiet" -lt 5 ] && [ "$round" -lt $((grace + 100)) ]; do
  look
  if [ -z "$alive" ]; then
    quiet=$((quiet + 1))
  elif [ "$round" -lt "$grace" ] && [ $((($(date +%s) - began) * 10)) -le "$grace" ]; then
    quiet=0
    for pid in $alive; do
      case $termed in *" $pid "*) continue ;; esac
      termed="$termed$pid "
      kill -s TERM "$pid"
    done
  else
    quiet=0
    kill -s KILL $alive
  fi
  round=$((round + 1))
  sleep 0.1 || sleep 1
done
`;
