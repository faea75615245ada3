import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoteUnitWord, unitName } from '#config/unit.ts';
import { hasSystemd } from '#platform/machine/operating-system.ts';
import { type CheckInput, createFaultyFinding, createReadyFinding, type Finding } from './line.ts';

/** Checks that systemd starts the service on this data folder when the machine boots. */
export function checkUnit({ context: { config }, unitFolder }: CheckInput): Finding {
  if (!hasSystemd)
    return createFaultyFinding(
      'This system has no systemd: make sure the service starts at boot, then add unit to READY_WITHOUT.',
    );
  const file = join(unitFolder, unitName);
  const install = `sudo gangway service install --env ${config.environment}`;
  if (!existsSync(file))
    return createFaultyFinding(`${file} doesn't exist, so the service won't start after a reboot.`, install);
  const text = readFileSync(file, 'utf8');
  const folder = `Environment=${quoteUnitWord(`DATA_DIR=${config.folders.data}`)}`;
  if (!text.split('\n').includes(folder))
    return createFaultyFinding(`${file} is for a different data folder than ${config.folders.data}.`, install);
  const program = findMissingProgram(text);
  if (program !== undefined)
    return createFaultyFinding(`${file} starts ${program}, which is missing or can't be run.`, install);
  if (!isEnabled(unitFolder))
    return createFaultyFinding(`${unitName} is installed, but not enabled.`, 'sudo systemctl enable --now gangway');
  return createReadyFinding(`The service starts at boot (${file}).`);
}

/** Returns the program of the unit if it can't be started. */
function findMissingProgram(text: string): string | undefined {
  const [, quoted, plain] = /^ExecStart=(?:"([^"]*)"|(\S+))/m.exec(text) ?? [];
  const program = quoted ?? plain ?? 'nothing';
  try {
    accessSync(program, constants.X_OK);
    return undefined;
  } catch {
    return program;
  }
}

/** `systemctl enable` creates a link in the folder of a target. */
const isEnabled = (unitFolder: string): boolean =>
  readdirSync(unitFolder).some(
    (name) => name.endsWith('.wants') && readdirSync(join(unitFolder, name)).includes(unitName),
  );
