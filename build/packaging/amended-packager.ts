import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOptions } from '../project.ts';

/** A change to the packager's source, for what it has no option for. */
interface Amendment {
  /** Inside of the packager. */
  readonly file: string;
  /** Throws if the file has changed since this was written. */
  readonly amend: (source: string) => string;
}

const amendments: readonly Amendment[] = [
  {
    // NODE_OPTIONS is meant for other programs: a machine-wide one must not stop or change the service. How garbage is
    // collected is said as to the sources. Both are options of Node's own description of a single executable, of which the
    // packager passes on none.
    file: 'lib-es5/sea.js',
    amend: (source) => {
      const description = /useSnapshot: false,(?=\s+assets: \{)/g;
      const found = source.match(description) ?? [];
      if (found.length !== 1) throw new Error(`the description of an executable is in it ${found.length} times`);
      return source.replace(description, `$& execArgv: ${JSON.stringify(nodeOptions)}, execArgvExtension: 'none',`);
    },
  },
  {
    // The packager looks up the home folder whether it needs it or not, which fails for a user that the machine does not
    // know. Native libraries go elsewhere (src/platform/machine/native-libraries.ts).
    file: 'prelude/sea-bootstrap.bundle.js',
    amend: (source) => `process.env.HOME ??= '/nonexistent';\n${source}`,
  },
];

/** Makes a copy of the packager with the amendments; gives its main file. Throws for a version where they do not fit. */
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
