import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { projectFolder } from '../project.ts';
import { nativePackages } from './native-packages.ts';

// Bundled CommonJS libraries ask for `require`, which modules do not have. As a global and under a name of our own: some
// library declares each of the usual names itself.
const requireForModules =
  "import { createRequire as createRequireOfBundle } from 'node:module'; globalThis.require ??= createRequireOfBundle(import.meta.url);";

/**
 * For an `import` Node asks a module of its own for the values of all its names, and loads a whole client of HTTP for one
 * of `http`. Few commands need that, which takes a fifth of a start.
 */
const importsHttpByName: Plugin = {
  name: 'http by name',
  setup({ onResolve, onLoad }) {
    const namespace = 'http by name';
    onResolve({ filter: /^(?:node:)?https?$/ }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /^/, namespace }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Bundles the program into a folder, with its migrations and assets next to it. Modules rather than one CommonJS file:
 * they allow `await` at the top level, and splitting keeps every dynamic import a file of its own, so that nothing
 * native loads before the first import has prepared the process.
 */
export async function bundleProgram(folder: string): Promise<void> {
  await bundleModules(folder);
  for (const name of ['migrations', 'assets', 'src/contract/rules']) copyFolder(name, folder);
}

/** Bundles the modules alone; those that ask in which folder they are get the answer from `define`. */
export async function bundleModules(folder: string, define: Record<string, string> = {}): Promise<void> {
  await build({
    absWorkingDir: projectFolder,
    entryPoints: ['src/main.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: [...nativePackages],
    banner: { js: requireForModules },
    define,
    plugins: [importsHttpByName],
    // Maps recorded coverage to the sources.
    sourcemap: process.env.NODE_V8_COVERAGE ? 'inline' : false,
    logLevel: 'warning',
  });
}

function copyFolder(name: string, target: string): void {
  const source = join(projectFolder, name);
  if (existsSync(source)) cpSync(source, join(target, name), { recursive: true });
}
