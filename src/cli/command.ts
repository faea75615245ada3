import type { Command } from 'commander';
import { type Config, createConfig } from '#config/config.ts';
import { readEnvironment, readEnvironmentName } from '#config/env.ts';

/** The configuration from a command's options and the variables of the process. Throws InvalidSetting. */
export function readConfig(command: Command): Config {
  const { env, hostname, port } = command.optsWithGlobals<{ env?: string; hostname?: string; port?: string }>();
  const name = readEnvironmentName(env, process.env);
  return createConfig(name, readEnvironment(name, process.env), { hostname, port });
}

/** The end of a command's help. */
export const formatExamples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
