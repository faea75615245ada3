import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { projectFolder } from '../project.ts';
import { nativePackages } from './native-packages.ts';

// Bundled CommonJS libraries call `require`, which ES modules don't have. It is a global under its own name, because
// some library declares each of the usual names itself.
const requireForModules =
  "import { createRequire as createRequireOfBundle } from 'node:module'; globalThis.require ??= createRequireOfBundle(import.meta.url);";

/**
 * When Node imports a built-in module, it reads every export, and reading those of `http` loads a whole HTTP client.
 * Few commands need that client, and loading it takes a fifth of the start time.
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
 * Bundles the program into a folder, with its migrations and assets next to it. Makes ES modules rather than one
 * CommonJS file: they allow top-level `await`, and code splitting leaves every dynamic import in its own file, so that
 * nothing native loads before the first import has prepared the process.
 */
export async function bundleProgram(folder: string): Promise<void> {
  await bundleModules(folder);
  for (const name of ['migrations', 'assets', 'src/contract/rules']) copyFolder(name, folder);
}

/** Bundles only the modules. Modules that look up their own folder get it from `define`. */
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
    // The source map maps recorded coverage to the sources.
    sourcemap: process.env.NODE_V8_COVERAGE ? 'inline' : false,
    logLevel: 'warning',
  });
}

function copyFolder(name: string, target: string): void {
  const source = join(projectFolder, name);
  if (existsSync(source)) cpSync(source, join(target, name), { recursive: true });
}
