import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Import, importsOf, readImports } from './imports.ts';
import { projectFolder, say } from './project.ts';

/** An import that goes against the layers, with the rule it breaks in one sentence. */
export interface Breach {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

// Each may import itself and what stands before it.
const layers = [
  'contract',
  'platform',
  'db',
  'config',
  'area',
  'http',
  'core',
  'features',
  'staff',
  'app',
  'cli',
  'main',
];
const layersOfAreas = ['core', 'features', 'staff'];
const filesForOthers = ['index.ts', 'records.ts', 'tables.ts'];

/** Every breach in a project's `src`. Ranks of areas come from `src/app/areas.ts` and go unchecked while there is none. */
export function findBreaches(project: string): Breach[] {
  const ranks = readRanks(project);
  return readImports(project).flatMap((found) => {
    const rule =
      'file' in found.target
        ? brokenRule(found.from, found.target.file, ranks)
        : packageRule(found.from, found.target.package);
    return rule === undefined ? [] : [{ file: `src/${found.from}`, line: found.line, rule }];
  });
}

/** Areas such as `core/users` in the order of the arrays in `src/app/areas.ts`; undefined without that file. */
function readRanks(project: string): string[] | undefined {
  const file = join(project, 'src', 'app', 'areas.ts');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const folders = new Map(importsOf('app/areas.ts', text).flatMap((found) => namedArea(found, text)));
  const lists = [...text.matchAll(/\bareas\w*\b[^=]*=\s*\[([^\]]*)\]/g)].map(([, list = '']) => list);
  return lists.flatMap((list) => list.split(',')).flatMap((entry) => folders.get(/\w+/.exec(entry)?.[0] ?? '') ?? []);
}

/** The name under which an import line brings in an area, with the area. */
function namedArea({ line, target }: Import, text: string): [string, string][] {
  const area = 'file' in target ? areaOf(target.file) : undefined;
  const name = /\{\s*(?:\w+\s+as\s+)?(\w+)\s*\}/.exec(text.split('\n')[line - 1] ?? '')?.[1];
  return area && name ? [[name, area]] : [];
}

function packageRule(from: string, name: string): string | undefined {
  if (layerOf(from) !== 'contract' || name === 'valibot') return undefined;
  return `contract/ imports only valibot, not ${name}`;
}

function brokenRule(from: string, to: string, ranks: string[] | undefined): string | undefined {
  if (from === 'db/migrate.ts' && to.endsWith('/tables.ts')) return undefined;
  return layerRule(layerOf(from), layerOf(to)) ?? areaRule(from, to, ranks);
}

function layerRule(from: string, to: string): string | undefined {
  if (from === 'http' && to === 'db') return 'http/ and db/ do not know each other';
  if (layers.indexOf(to) <= layers.indexOf(from)) return undefined;
  return `${from} imports only from layers below it, and ${to} is above`;
}

function areaRule(from: string, to: string, ranks: string[] | undefined): string | undefined {
  const user = areaOf(from);
  const used = areaOf(to);
  if (used === undefined || used === user) return undefined;
  if (to === `${used}/area.ts` && from === 'app/areas.ts') return undefined;
  if (!filesForOthers.some((name) => to === `${used}/${name}`)) {
    return `others import only index.ts, records.ts or tables.ts of ${used}`;
  }
  return user && ranks && rankRule(user, used, ranks);
}

function rankRule(user: string, used: string, ranks: string[]): string | undefined {
  const unranked = [user, used].find((area) => !ranks.includes(area));
  if (unranked) return `${unranked} has no rank in src/app/areas.ts`;
  if (ranks.indexOf(used) < ranks.indexOf(user)) return undefined;
  return `${used} is ranked below ${user} in src/app/areas.ts, so ${user} may not import it`;
}

/** Layer of a file relative to `src`: its folder, or for files at the root `context`, `main` and `wiring`. */
function layerOf(file: string): string {
  const [folder = '', rest] = file.split('/');
  if (rest !== undefined) return folder;
  const name = folder.replace(/\.ts$/, '');
  return layers.includes(name) ? name : 'app';
}

/** The area a file belongs to, such as `core/users`; undefined outside of areas. */
function areaOf(file: string): string | undefined {
  const [layer = '', area] = file.split('/');
  return layersOfAreas.includes(layer) ? `${layer}/${area}` : undefined;
}

if (import.meta.main) {
  const breaches = findBreaches(projectFolder);
  for (const { file, line, rule } of breaches) say(`${file}:${line}: ${rule}`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
