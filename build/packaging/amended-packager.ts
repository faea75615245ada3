import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOptions } from '../project.ts';

/** A change to the packager's source where the packager has no option. */
interface Amendment {
  /** The file's path inside the packager. */
  readonly file: string;
  /** Throws if the file has changed since this was written. */
  readonly amend: (source: string) => string;
}

const amendments: readonly Amendment[] = [
  {
    // NODE_OPTIONS is meant for other programs: a machine-wide value must not stop or change the service. The
    // executable gets the same garbage collection options as the sources. Node's description of a single executable has
    // both options, but the packager passes on neither.
    file: 'lib-es5/sea.js',
    amend: (source) => {
      const description = /useSnapshot: false,(?=\s+assets: \{)/g;
      const found = source.match(description) ?? [];
      if (found.length !== 1) throw new Error(`the description of an executable is in it ${found.length} times`);
      return source.replace(description, `$& execArgv: ${JSON.stringify(nodeOptions)}, execArgvExtension: 'none',`);
    },
  },
  {
    // The packager looks up the home folder even if it doesn't need it, which fails for a user without an account.
    // Native libraries are unpacked elsewhere (src/platform/machine/native-libraries.ts).
    file: 'prelude/sea-bootstrap.bundle.js',
    amend: (source) => `process.env.HOME ??= '/nonexistent';\n${source}`,
  },
];

/**
 * Makes a copy of the packager with the amendments and returns its main file. Throws if an amendment doesn't fit this
 * version.
 */
export function amendPackager(packager: string, copy: string): string {
  rmSync(copy, { recursive: true, force: true });
  cpSync(packager, copy, { recursive: true });
  for (const { file, amend } of amendments) {
    const path = join(copy, file);
    try {
      if (!existsSync(path)) throw new Error('there is no such file');
      writeFileSync(path, amend(readFileSync(path, 'utf8')));
    } catch (error) {
      const complaint = error instanceof Error ? error.message : String(error);
      throw new Error(`@yao-pkg/pkg has changed: ${file}: ${complaint}; see build/packaging/amended-packager.ts`);
    }
  }
  return join(copy, 'lib-es5', 'bin.js');
}
