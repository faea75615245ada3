import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundledWorker, decoderLibraries } from '../src/platform/pictures/decoder-thread.ts';
import { projectFolder } from './project.ts';

const licences = ['node_modules/libheif-js/libheif-wasm/LICENSE', 'node_modules/jxl-oxide-wasm/LICENSE-MIT'];

/**
 * Bundles the thread that decodes pictures into a folder, with the compiled decoders. One CommonJS file: a thread inside
 * the executable sees none of its files and is given its program as a text.
 */
export async function bundleDecoder(folder: string): Promise<void> {
  await build({
    absWorkingDir: projectFolder,
    entryPoints: ['src/platform/pictures/decoder-worker.ts'],
    outfile: join(folder, bundledWorker),
    bundle: true,
    minifyWhitespace: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    logLevel: 'warning',
  });
  for (const file of [...Object.values(decoderLibraries), ...licences])
    cpSync(join(projectFolder, file), join(folder, file));
}
