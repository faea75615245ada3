import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Import, parseImports, readImports } from './imports.ts';

/** An import that violates the layers, with the broken rule in one sentence. */
export interface ForbiddenImport {
  /** The path relative to the project, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

/** The layers of `src` from top to bottom. Each may import itself and the layers above it. */
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
  'spare',
  'web',
  'app',
  'crowd',
  'cli',
  'main',
];
const layersOfAreas = ['core', 'features', 'staff'];
/** The files of an area that other areas may import. */
const importableFiles = ['index.ts', 'records.ts', 'tables.ts'];
/** This file orders the areas, and is the only one that imports whole areas. */
const areaListFile = 'app/areas.ts';

/**
 * Finds every violation in a project's `src`. The order of areas comes from `src/app/areas.ts`; without that file it
 * goes unchecked.
 */
export function findForbiddenImports(project: string): ForbiddenImport[] {
  const ranks = readRanks(project);
  return readImports(project).flatMap(({ from, line, target }) => {
    const rule = 'file' in target ? findFileRule(from, target.file, ranks) : findPackageRule(from, target.package);
    return rule === undefined ? [] : [{ file: `src/${from}`, line, rule }];
  });
}

/**
 * Reads the areas, such as `core/users`, in the order of the arrays in `src/app/areas.ts`; undefined without that file.
 */
function readRanks(project: string): string[] | undefined {
  const file = join(project, 'src', areaListFile);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const areas = new Map(parseImports(areaListFile, text).flatMap((imported) => readNamedArea(imported, text)));
  const lists = [...text.matchAll(/\bareas\w*\b[^=]*=\s*\[([^\]]*)\]/g)].map(([, list = '']) => list);
  return lists.flatMap((list) => list.split(',')).flatMap((entry) => areas.get(/\w+/.exec(entry)?.[0] ?? '') ?? []);
}

/** Returns the area that an import line imports, and its imported name. */
function readNamedArea({ line, target }: Import, text: string): [string, string][] {
  const area = 'file' in target ? getArea(target.file) : undefined;
  const name = /\{\s*(?:\w+\s+as\s+)?(\w+)\s*\}/.exec(text.split('\n')[line - 1] ?? '')?.[1];
  return area && name ? [[name, area]] : [];
}

function findPackageRule(from: string, name: string): string | undefined {
  if (getLayer(from) !== 'contract' || name === 'valibot') return undefined;
  return `contract imports only valibot, not ${name}`;
}

function findFileRule(from: string, to: string, ranks: string[] | undefined): string | undefined {
  // Files outside `src`, such as package.json, have no layer.
  if (to.startsWith('../')) return undefined;
  return findLayerRule(getLayer(from), getLayer(to)) ?? findAreaRule(from, to, ranks);
}

function findLayerRule(from: string, to: string): string | undefined {
  const unknown = [from, to].find((layer) => !layers.includes(layer));
  if (unknown !== undefined) return `${unknown} is none of the layers, which are ${layers.join(', ')}`;
  if (from === 'http' && to === 'db') return 'http does not know the database';
  if (layers.indexOf(to) <= layers.indexOf(from)) return undefined;
  return `${from} imports only from layers above it, and ${to} is below`;
}

function findAreaRule(from: string, to: string, ranks: string[] | undefined): string | undefined {
  const user = getArea(from);
  const used = getArea(to);
  if (used === undefined || used === user) return undefined;
  if (to === `${used}/area.ts` && from === areaListFile) return undefined;
  if (getLayer(from) === 'web') return findPageRule(used, to);
  if (!importableFiles.some((name) => to === `${used}/${name}`)) {
    return `others import only index.ts, records.ts or tables.ts of ${used}`;
  }
  return user && ranks && findRankRule(user, used, ranks);
}

/** Pages call endpoints, as apps do: they know only an area's declarations. */
function findPageRule(area: string, to: string): string | undefined {
  const isDeclaration = /\/(api|records)\.ts$|\/api\/\w[\w-]*\.ts$/.test(to);
  return isDeclaration ? undefined : `pages import only api.ts and records.ts of ${area}`;
}

function findRankRule(user: string, used: string, ranks: string[]): string | undefined {
  const areaWithoutRank = [user, used].find((area) => !ranks.includes(area));
  if (areaWithoutRank) return `${areaWithoutRank} has no rank in src/${areaListFile}`;
  if (ranks.indexOf(used) < ranks.indexOf(user)) return undefined;
  return `${user} imports only areas ranked above it in src/${areaListFile}, and ${used} is below`;
}

/** Returns the layer of a file relative to `src`: its folder, or `main`. */
function getLayer(file: string): string {
  const [folder = ''] = file.split('/');
  return folder === 'main.ts' ? 'main' : folder;
}

/** Returns the area of a file, such as `core/users`; undefined outside areas. */
function getArea(file: string): string | undefined {
  const [layer = '', area] = file.split('/');
  return layersOfAreas.includes(layer) ? `${layer}/${area}` : undefined;
}
