import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { nameEnvironmentFile } from '#config/env.ts';
import { isInside } from '#platform/files/paths.ts';
import { hasFileModes } from '#platform/machine/operating-system.ts';
import { type CheckInput, createFault, createReadyFinding, type Fault, type Finding } from './line.ts';

/**
 * Checks that other users of the machine can't read private files, and that the user of the service owns everything.
 */
export function checkFiles({ context: { config } }: CheckInput): Finding {
  if (!hasFileModes)
    return createReadyFinding('This system has no file modes: only the crew should have an account on it.');
  const { data } = config.folders;
  return {
    faults: [...listOpenFiles(config), ...listForeignFiles(data)],
    sentence: `Only the user of the service can read ${data} and its secrets.`,
  };
}

/** The data folder protects everything in it; paths outside are checked one by one. */
function* listOpenFiles({ folders, databaseFile, tls, backups, environment }: Config): Iterable<Fault> {
  const outside = [
    folders.images,
    databaseFile,
    ...(tls ? [resolve(tls.keyFile)] : []),
    resolve(nameEnvironmentFile(environment)),
  ];
  for (const path of [folders.data, folders.secrets, ...outside.filter((path) => !isInside(folders.data, path))]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && isReadableByOthers(found))
      yield createFault(
        `${path} is readable by other users of this machine.`,
        `chmod ${found.isDirectory() ? 700 : 600} ${path}`,
      );
  }
  for (const file of listBackups(backups.folder))
    if (isReadableByOthers(statSync(file)))
      yield createFault(`${file} is readable by other users of this machine.`, `chmod 600 ${file}`);
}

const isReadableByOthers = ({ mode }: Stats): boolean => (mode & 0o077) !== 0;

const listBackups = (folder: string | undefined): string[] =>
  folder !== undefined && existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^gangway-backup-.*\.tar\.gz$/.test(name))
        .map((name) => join(folder, name))
    : [];

/** The service couldn't read files created by root or another user. */
function listForeignFiles(data: string): Fault[] {
  const { uid, gid } = statSync(data);
  const foreign = readdirSync(data).find((name) => statSync(join(data, name), { throwIfNoEntry: false })?.uid !== uid);
  if (foreign === undefined) return [];
  const sentence = `${join(data, foreign)} does not belong to the owner of ${data}, so the service can't use it.`;
  return [createFault(sentence, `sudo chown -R ${uid}:${gid} ${data}`)];
}
