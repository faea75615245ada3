// Imported before the program, this makes it behave as on Windows: folders can't be synced, a process can't be
// replaced, files are busy for a moment, and Node spells the path of a created folder differently than its caller.
// Libraries see the real system.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** As `\\?\C:\…` on Windows: an absolute path that is found in no other. */
const spell = (created: string | undefined) => created && `//?${created}`;

const scanned = new Set<string>();

/** As while a virus scanner has the file open: the first attempt to rename or delete it fails. */
function meetScanner(path: unknown): void {
  const name = String(path);
  if (scanned.has(name) || !fs.existsSync(name)) return;
  scanned.add(name);
  throw Object.assign(new Error(`EBUSY: resource busy or locked, ${name}`), { code: 'EBUSY' });
}

const { mkdirSync, renameSync, rmSync, promises } = fs;
const { mkdir, rename, rm } = promises;
Object.assign(fs, {
  mkdirSync: (...options: Parameters<typeof mkdirSync>) => spell(mkdirSync(...options)),
  renameSync(...options: Parameters<typeof renameSync>) {
    meetScanner(options[0]);
    renameSync(...options);
  },
  rmSync(...options: Parameters<typeof rmSync>) {
    // Node itself tries again.
    if (!options[1]?.maxRetries) meetScanner(options[0]);
    rmSync(...options);
  },
});
Object.assign(promises, {
  mkdir: async (...options: Parameters<typeof mkdir>) => spell(await mkdir(...options)),
  async rename(...options: Parameters<typeof rename>) {
    meetScanner(options[0]);
    await rename(...options);
  },
  async rm(...options: Parameters<typeof rm>) {
    if (!options[1]?.maxRetries) meetScanner(options[0]);
    await rm(...options);
  },
});
syncBuiltinESMExports();

const { platform } = process;
Object.defineProperty(process, 'platform', { value: 'win32' });
await import('#platform/machine/operating-system.ts');
Object.defineProperty(process, 'platform', { value: platform });
