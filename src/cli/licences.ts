import { execFileSync } from 'node:child_process';
import { isSingleExecutable, locateEmbedded, readEmbedded } from '#platform/machine/embedded-files.ts';

/** Written into the executable by the build: every third-party component with its licence. */
export const noticesFile = 'THIRD-PARTY-NOTICES';
const maxBytes = 16 * 1024 * 1024;

/**
 * Prints the licences of everything in this program; when it runs from its sources, those of the installed packages.
 */
export function printLicences(): void {
  process.stdout.write(isSingleExecutable ? readEmbedded(noticesFile) : collectNotices());
}

const collectNotices = (): Buffer =>
  execFileSync(process.execPath, [locateEmbedded('build/packaging/notices.ts')], { maxBuffer: maxBytes });
