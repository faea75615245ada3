import { spawnSync } from 'node:child_process';

const command = 'exec script --quiet --return --command "$(printf \'%q \' "$@")" /dev/null';

/** Words that start a command on a terminal of its own, whose output is standard output; undefined without script(1). */
export const onTerminal: readonly string[] | undefined =
  spawnSync('script', ['--version']).status === 0 ? ['bash', '-c', command, 'bash'] : undefined;
