import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findForbiddenImports } from '../../build/checking/import-directions.ts';
import { runInProject } from './support.ts';

/** Finds forbidden imports in a project of these files below `src`, each as `file:line: rule`. */
function findForbiddenIn(files: Record<string, string>): string[] {
  const below = Object.fromEntries(Object.entries(files).map(([file, text]) => [`src/${file}`, text]));
  return runInProject(below, (project) =>
    findForbiddenImports(project).map(({ file, line, rule }) => `${file}:${line}: ${rule}`),
  );
}

// Users is ranked before games, although it's imported later.
const rankedAreas = `
import { games } from '#features/games/area.ts';
import { users } from '#core/users/area.ts';

export const areas: readonly Area[] = [users, games];
`;

test('imports from layers above, within an area and from areas ranked above pass', () => {
  const breaches = findForbiddenIn({
    'app/areas.ts': rankedAreas,
    'contract/endpoint.ts': "import * as v from 'valibot';\nimport { code } from './errors.ts';\n",
    'platform/log.ts': "import { pino } from 'pino';\nimport { AppError } from '#contract/errors.ts';\n",
    'platform/version.ts': "import project from '../../package.json' with { type: 'json' };\n",
    'db/open.ts': "import Sqlite from 'better-sqlite3';\nimport { createLog } from '#platform/observing/log.ts';\n",
    'config/config.ts': "import type { LogLevel } from '#platform/observing/log.ts';\n",
    'area/context.ts': "import { open } from '#db/open.ts';\nimport type { Config } from '#config/config.ts';\n",
    'http/mount.ts': "import type { Context } from '#area/context.ts';\n",
    'core/users/block.ts': "import { store } from './store.ts';\nimport { open } from '#db/open.ts';\n",
    'features/games/play.ts':
      "import { mayPlay } from '#core/users/index.ts';\nexport { limit } from '#core/users/records.ts';\n",
    'app/start-app.ts': "import { areas } from './areas.ts';\nimport { find } from '#core/users/index.ts';\n",
    'cli/serve.ts': "const { start } = await import('#app/start-app.ts');\n",
    'main.ts': "import './platform/log.ts';\nawait import('./cli/serve.ts');\n",
  });
  assert.deepEqual(breaches, []);
});

const layers = 'contract, platform, db, config, area, http, core, features, staff, spare, web, app, crowd, cli, main';

const forbiddenImports: [string, string, string, string][] = [
  [
    'a package other than valibot in contract/',
    'contract/a.ts',
    "import { z } from 'zod';",
    'contract imports only valibot, not zod',
  ],
  [
    'a built-in module in contract/',
    'contract/a.ts',
    "import { join } from 'node:path';",
    'contract imports only valibot, not node:path',
  ],
  [
    'another layer in contract/',
    'contract/a.ts',
    "import '#platform/observing/log.ts';",
    'contract imports only from layers above it, and platform is below',
  ],
  [
    'the database in platform/',
    'platform/a.ts',
    "import { open } from '../db/open.ts';",
    'platform imports only from layers above it, and db is below',
  ],
  [
    'the context of areas in platform/',
    'platform/a.ts',
    "import type { Context } from '#area/context.ts';",
    'platform imports only from layers above it, and area is below',
  ],
  [
    'an area in http/',
    'http/a.ts',
    "import { x } from '#core/users/index.ts';",
    'http imports only from layers above it, and core is below',
  ],
  ['the database in http/', 'http/a.ts', "import { x } from '#db/open.ts';", 'http does not know the database'],
  [
    'HTTP in db/',
    'db/a.ts',
    "import { x } from '#http/serve-endpoints.ts';",
    'db imports only from layers above it, and http is below',
  ],
  [
    'tables of an area in db/',
    'db/a.ts',
    "import { x } from '#core/users/tables.ts';",
    'db imports only from layers above it, and core is below',
  ],
  [
    'staff in a feature',
    'features/games/a.ts',
    "import { x } from '#staff/admin/index.ts';",
    'features imports only from layers above it, and staff is below',
  ],
  [
    'a feature in core/',
    'core/users/a.ts',
    "import { x } from '#features/games/index.ts';",
    'core imports only from layers above it, and features is below',
  ],
  [
    'the list of areas in an area',
    'core/users/a.ts',
    "import { areas } from '#app/areas.ts';",
    'core imports only from layers above it, and app is below',
  ],
  [
    'a command in app/',
    'app/start-app.ts',
    "import { x } from '../cli/serve.ts';",
    'app imports only from layers above it, and cli is below',
  ],
  [
    'a private file of another area',
    'features/games/a.ts',
    "import { x } from '#core/users/store.ts';",
    'others import only index.ts, records.ts or tables.ts of core/users',
  ],
  [
    'a file deeper in another area',
    'features/games/a.ts',
    "import { x } from '#core/users/store/index.ts';",
    'others import only index.ts, records.ts or tables.ts of core/users',
  ],
  [
    'an area as a whole, outside of app/areas.ts',
    'app/start-app.ts',
    "import { x } from '#core/users/area.ts';",
    'others import only index.ts, records.ts or tables.ts of core/users',
  ],
  [
    'a folder that is no layer',
    'core/users/a.ts',
    "import { x } from '../../words/a.ts';",
    `words is none of the layers, which are ${layers}`,
  ],
  [
    'a file outside the layers',
    'app.ts',
    "import { x } from '#db/open.ts';",
    `app.ts is none of the layers, which are ${layers}`,
  ],
  [
    'the configuration in db/',
    'db/a.ts',
    "import { x } from '#config/config.ts';",
    'db imports only from layers above it, and config is below',
  ],
  [
    'HTTP in area/',
    'area/a.ts',
    "import { x } from '#http/server.ts';",
    'area imports only from layers above it, and http is below',
  ],
  [
    'an area without a rank',
    'features/games/a.ts',
    "import { x } from '#core/words/index.ts';",
    'core/words has no rank in src/app/areas.ts',
  ],
];

for (const [what, file, line, rule] of forbiddenImports) {
  test(`${what} is a violation`, () => {
    assert.deepEqual(findForbiddenIn({ 'app/areas.ts': rankedAreas, [file]: `\n${line}\n` }), [
      `src/${file}:2: ${rule}`,
    ]);
  });
}

test('importing a lower area is a violation; ranks follow the array, not the import lines', () => {
  const files = {
    'core/users/a.ts': "import { x } from '../words/index.ts';\n",
    'core/words/a.ts': "import { x } from '../users/index.ts';\n",
  };
  const areas = (order: string) =>
    `import { users } from '#core/users/area.ts';\nimport { words } from '#core/words/area.ts';\nexport const areas = [${order}];\n`;
  assert.deepEqual(findForbiddenIn({ ...files, 'app/areas.ts': areas('users, words') }), [
    'src/core/users/a.ts:1: core/users imports only areas ranked above it in src/app/areas.ts, and core/words is below',
  ]);
  assert.deepEqual(findForbiddenIn({ ...files, 'app/areas.ts': areas('words, users') }), [
    'src/core/words/a.ts:1: core/words imports only areas ranked above it in src/app/areas.ts, and core/users is below',
  ]);
});

test('without a list of areas, only layers and private files are checked', () => {
  const words = "import { x } from '../words/index.ts';\nimport { y } from '../words/store.ts';\n";
  assert.deepEqual(findForbiddenIn({ 'core/users/a.ts': words }), [
    'src/core/users/a.ts:2: others import only index.ts, records.ts or tables.ts of core/words',
  ]);
});

const importForms: [string, string, number][] = [
  ['an import over several lines', "import {\n  a,\n  b,\n} from '#http/serve-endpoints.ts';", 4],
  ['a type import', "import type { A } from '#http/serve-endpoints.ts';", 1],
  ['a re-export', "export { a } from '#http/serve-endpoints.ts';", 1],
  ['a re-export of everything', "export * from '#http/serve-endpoints.ts';", 1],
  ['a dynamic import', "\nconst mount = await import('#http/serve-endpoints.ts');", 2],
  ['an imported type', "export type Mount = import('#http/serve-endpoints.ts').Mount;", 1],
];

for (const [what, text, line] of importForms) {
  test(`${what} counts`, () => {
    assert.deepEqual(findForbiddenIn({ 'db/a.ts': text }), [
      `src/db/a.ts:${line}: db imports only from layers above it, and http is below`,
    ]);
  });
}

test('ignores comments and strings', () => {
  const text =
    "// import { a } from '#http/serve-endpoints.ts';\n/** import('x') and\n * import { a } from '#http/serve-endpoints.ts' */\nconst a = 'from';\n";
  assert.deepEqual(findForbiddenIn({ 'db/a.ts': text }), []);
});
