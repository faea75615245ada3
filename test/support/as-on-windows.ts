// Imported before the program: it then takes this system for Windows, where folders can't be synced, nothing replaces a
// process, and Node spells a folder that it created in another way than its caller. Libraries see the real system.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** As `\\?\C:\…` on Windows: an absolute path that is found in no other. */
const spell = (created: string | undefined) => created && `//?${created}`;

const { mkdirSync, promises } = fs;
const { mkdir } = promises;
Object.assign(fs, { mkdirSync: (...options: Parameters<typeof mkdirSync>) => spell(mkdirSync(...options)) });
Object.assign(promises, { mkdir: async (...options: Parameters<typeof mkdir>) => spell(await mkdir(...options)) });
syncBuiltinESMExports();

const { platform } = process;
Object.defineProperty(process, 'platform', { value: 'win32' });
await import('#platform/machine/operating-system.ts');
Object.defineProperty(process, 'platform', { value: platform });
