import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { quoteUnitWord as quote, unitName } from '#config/unit.ts';
import { isInside } from '#platform/files/paths.ts';
import { isSingleExecutable, listEmbedded, locateEmbedded, readEmbedded } from '#platform/machine/embedded-files.ts';
import { CommandFailed, WrongUse } from './failure.ts';
import { confirm, isTerminal, say } from './terminal.ts';

const unitTemplateFolder = 'assets/deploy';

/** Prints a file that comes with the program and helps to run it as a service. Throws WrongUse for an unknown name. */
export function showServiceFile(name: string): void {
  const names = listEmbedded(unitTemplateFolder);
  if (!names.includes(name)) throw new WrongUse(`Unknown file ${name}. Files: ${names.join(', ')}.`);
  process.stdout.write(readEmbedded(`${unitTemplateFolder}/${name}`));
}

/** Command-line options. */
export interface InstallOptions {
  /** Whether to write without asking. */
  readonly yes: boolean;
  /** The user that the service runs as. */
  readonly user: string;
  /** Path of the unit. */
  readonly to: string;
}

/**
 * Writes the systemd unit that runs the service on this folder with the current configuration; asks first, and prints
 * what to do next. Throws WrongUse if it can't ask, CommandFailed for a no.
 */
export async function installService(config: Config, { yes, user, to }: InstallOptions): Promise<void> {
  assertUnitValue('--user', user);
  if (config.environment === 'development')
    throw new WrongUse('In development everyone knows the passwords: add --env production.');
  const unit = fillUnitTemplate(readEmbedded(`${unitTemplateFolder}/${unitName}`).toString(), config, user);
  const file = join(to, unitName);
  if (!yes) await confirmWrite(file, unit);
  writeFileSync(file, unit);
  // Regardless of this shell's umask: systemd warns about a unit that only some users can read.
  chmodSync(file, 0o644);
  say(`${file} was written. Next, run:`);
  for (const path of listWritableFolders(config)) say(`  sudo chown -R ${user}: ${path}`);
  const settings = resolve(`${config.environment}.env`);
  if (existsSync(settings)) say(`  sudo chown ${user}: ${settings}`);
  say('  sudo systemctl daemon-reload');
  say('  sudo systemctl enable --now gangway');
  say(`  sudo gangway status --env ${config.environment}`);
}

async function confirmWrite(file: string, unit: string): Promise<void> {
  if (!isTerminal()) throw new WrongUse("There's no terminal to confirm on: add --yes to write the unit.");
  say(unit);
  const verb = statSync(file, { throwIfNoEntry: false }) ? 'Replace' : 'Write';
  if (!(await confirm(`${verb} ${file}?`))) throw new CommandFailed('Nothing was written.');
}

/** Fills the sample with the paths of this machine. */
export function fillUnitTemplate(sample: string, config: Config, user: string): string {
  const folders = listWritableFolders(config);
  const isBelowHome = folders.some((path) => /^\/(home|root|run\/user)(\/|$)/.test(path));
  const values: Readonly<Record<string, string>> = {
    User: user,
    Group: user,
    ExecStart: [...listProgramArguments(), 'serve', '--env', config.environment].map(quote).join(' '),
    WorkingDirectory: resolve('.'),
    Environment: quote(`DATA_DIR=${config.folders.data}`),
    ReadWritePaths: folders.map(quote).join(' '),
    ProtectHome: isBelowHome ? 'false' : 'true',
  };
  for (const value of Object.values(values)) assertUnitValue('The path', value);
  return sample.replaceAll(/^(\w+)=.*$/gm, (line, name: string) => (name in values ? `${name}=${values[name]}` : line));
}

/** How to call this program. */
const listProgramArguments = (): string[] =>
  isSingleExecutable
    ? [process.execPath]
    : [process.execPath, locateEmbedded('build/node24.mjs'), locateEmbedded('src/main.ts')];

/** Lists every folder that the service writes to; it only reads the current folder, which may hold a settings file. */
function listWritableFolders({ folders, databaseFile, backups }: Config): string[] {
  const all = [folders.data, folders.images, dirname(databaseFile), ...(backups.folder ? [backups.folder] : [])];
  return [...new Set(all)].filter((path) => !all.some((other) => path !== other && isInside(other, path)));
}

function assertUnitValue(what: string, value: string): void {
  if (/[\n\r]/.test(value) || value === '')
    throw new WrongUse(`${what} can't be used in a unit: ${JSON.stringify(value)}.`);
}
