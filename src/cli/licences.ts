import { execFileSync } from 'node:child_process';
import { insideExecutable, locateEmbedded, readEmbedded } from '#platform/machine/embedded-files.ts';

/** What the build puts into the executable: everything in it that others made, with the licences. */
export const noticesFile = 'THIRD-PARTY-NOTICES';
const maxBytes = 16 * 1024 * 1024;

/** Prints the licences of everything that this program is made with; from its sources, of what is installed there. */
export function printLicences(): void {
  process.stdout.write(insideExecutable ? readEmbedded(noticesFile) : collectNotices());
}

const collectNotices = (): Buffer =>
  execFileSync(process.execPath, [locateEmbedded('build/packaging/notices.ts')], { maxBuffer: maxBytes });
