import { spawnSync } from 'node:child_process';

const scriptCommand = 'exec script --quiet --return --command "exec $(printf \'%q \' "$@")" /dev/null';

/**
 * Returns the command prefix that runs a command on its own terminal, whose output is standard output; undefined
 * without script(1).
 */
export const onTerminal: readonly string[] | undefined =
  spawnSync('script', ['--version']).status === 0 ? ['bash', '-c', scriptCommand, 'bash'] : undefined;
