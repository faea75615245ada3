import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheFolder, projectFolder } from '../../project.ts';
import { runScript } from '../../running/run-script.ts';
import { checkOnce } from './once.ts';

const openApi = 'assets/openapi.json';
/** The default folder of the generated clients. */
const folder = relative(projectFolder, join(cacheFolder, 'api-clients'));
const withTypeScript5 = ['--import', './build/checking/api/typescript-5.ts'] as const;
/** The file that authors copy into their apps. */
const helper = 'assets/authors/helper.ts';
const smallApp = ['test/clients/small-app.ts', 'test/clients/small-app.test.ts', 'test/clients/tsconfig.json'];

/** Generates clients from the OpenAPI document as app authors would, and compiles them strictly, with a small app. */
export async function checkClients(): Promise<void> {
  const files = [openApi, 'package-lock.json', 'build/checking/api/clients.ts', helper, ...smallApp];
  await checkOnce('clients', files, async () => {
    rmSync(join(projectFolder, folder), { recursive: true, force: true });
    mkdirSync(join(projectFolder, folder), { recursive: true });
    await generateTypes();
    await generateFunctions();
    await compile(writeSettings());
    await compile('test/clients/tsconfig.json');
  });
}

/** openapi-fetch needs only types. */
const generateTypes = () =>
  runScript(
    ...withTypeScript5,
    'node_modules/openapi-typescript/bin/cli.js',
    ...[openApi, '--output', join(folder, 'openapi-fetch', 'schema.ts')],
  );

/** This generator makes one function for each call. */
const generateFunctions = () =>
  runScript(
    ...withTypeScript5,
    // The generator's own command would start this without the option that this process has.
    'node_modules/@hey-api/openapi-ts/dist/run.mjs',
    ...['--input', `./${openApi}`, '--output', join(folder, 'hey-api')],
    ...['--client', '@hey-api/client-fetch', '--no-log-file'],
  );

/** These settings are stricter than those of most projects, and don't include this project's conventions. */
function writeSettings(): string {
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noImplicitOverride: true, noImplicitReturns: true },
    ...{ noEmit: true, types: [], target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
    ...{ module: 'esnext', moduleResolution: 'bundler' },
  };
  const file = join(folder, 'tsconfig.json');
  const include = ['openapi-fetch', 'hey-api', relative(folder, helper)];
  writeFileSync(join(projectFolder, file), JSON.stringify({ compilerOptions, include }));
  return file;
}

const compile = (settings: string) => runScript('node_modules/typescript/bin/tsc', '--project', settings);
