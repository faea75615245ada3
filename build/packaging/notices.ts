// Lists the components of the program and their licences. `gangway licences` runs this if it runs from source.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '../project.ts';

/** A component made by others. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  /** The licence as its authors name it, such as `MIT`. */
  readonly licence: string;
  readonly text: string;
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Parts of the packager that it puts into every executable. */
const partsOfPackager = ['@yao-pkg/pkg', '@roberts_lando/vfs'];

/**
 * Lists everything in the executable by name: Node from one folder, installed packages from another. Throws with the name of anything without a known licence.
 */
export function collectShippedNotices(
  project: string = projectFolder,
  nodeFolder: string = dirname(dirname(process.execPath)),
): Notice[] {
  const runtime = describeRuntime(join(nodeFolder, 'LICENSE'));
  const packager = partsOfPackager.map((name) => describePackage(join(projectFolder, 'node_modules', name)));
  return sortByName([runtime, ...packager, ...collectNotices(project)]);
}

/** Lists everything the program uses when it runs from source on an existing Node. */
export function collectNotices(project: string = projectFolder): Notice[] {
  const folders = listProductionPackages(project);
  return sortByName([...folders.map(describePackage), ...folders.flatMap(describeLibraries)]);
}

const sortByName = (notices: readonly Notice[]): Notice[] =>
  notices.toSorted((one, other) => (one.name < other.name ? -1 : 1));

const readPackage = (folder: string): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Lists the folders of all installed packages that the program needs to run, without the runtime. */
function listProductionPackages(project: string): string[] {
  const found = new Set<string>();
  const find = (folder: string, name: string) => findPackage(folder, name, project);
  const waiting = listDependencies(project, Object.keys(readPackage(project).dependencies ?? {}), find);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = readPackage(folder);
    waiting.push(...listDependencies(folder, Object.keys(dependencies), find));
    // Optional packages for other systems aren't installed.
    waiting.push(...Object.keys(optionalDependencies).flatMap((name) => find(folder, name) ?? []));
  }
  return [...found];
}

function listDependencies(
  folder: string,
  names: readonly string[],
  find: (folder: string, name: string) => string | undefined,
): string[] {
  return names.map((name) => {
    const found = find(folder, name);
    if (found === undefined) throw new Error(`${name}, which ${folder} needs, is not installed: run npm ci`);
    return found;
  });
}

/** Resolves a package from another: in its own `node_modules`, or the nearest one above, up to the project's. */
function findPackage(folder: string, name: string, project: string): string | undefined {
  const found = join(folder, 'node_modules', name);
  if (existsSync(join(found, 'package.json'))) return found;
  return folder === project ? undefined : findPackage(dirname(folder), name, project);
}

function describePackage(folder: string): Notice {
  const { name, version, license } = readPackage(folder);
  if (license === undefined) throw new Error(`${name} ${version}: no licence is known (${folder}/package.json)`);
  const text =
    readOwnTexts(folder) ?? readStandardTexts(license) ?? readTextOfMainPackage(folder, name) ?? readText(name);
  if (text === undefined) throw new Error(`${name} ${version}: the text of its licence (${license}) is not known`);
  return { name, version, licence: license, text };
}

/** Returns the licence texts in a package. */
function readOwnTexts(folder: string): string | undefined {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)(node_modules|deps|test)\//.test(name))
    .filter((name) => /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i.test(name) && !/\.(js|ts|json)$/.test(name))
    .sort();
  return names.length === 0 ? undefined : names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

/** The native part of a package, such as `@node-rs/argon2-linux-x64-gnu`, has the licence of that package. */
function readTextOfMainPackage(folder: string, name: string): string | undefined {
  const families = readdirSync(dirname(folder)).filter((other) => name.split('/').at(-1)?.startsWith(`${other}-`));
  return families.map((family) => readOwnTexts(join(dirname(folder), family))).find((text) => text !== undefined);
}

const readText = (name: string): string | undefined => {
  const file = join(import.meta.dirname, 'licences', `${name}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** Licences whose text is the same for every component, by the patterns of their names. */
const standardTexts: readonly (readonly [words: RegExp, names: readonly string[]])[] = [
  [/^(LGPL-3\.0|LGPLv3)/, ['lgpl-3', 'gpl-3']],
  [/^Mozilla Public License 1\.1/, ['mpl-1.1']],
  [/Apache-2\.0/, ['apache-2.0']],
];

function readStandardTexts(licence: string): string | undefined {
  const [, names] = standardTexts.find(([words]) => words.test(licence)) ?? [];
  return names?.map((name) => readText(name) ?? '').join('\n');
}

/** The runtime is Node, whose licence names everything in it. */
function describeRuntime(file: string): Notice {
  if (!existsSync(file)) throw new Error(`Node ${process.version}: no licence is known (${file})`);
  return {
    name: 'Node.js',
    version: process.versions.node,
    licence: 'MIT, and others',
    text: readFileSync(file, 'utf8'),
  };
}

/** Lists the libraries compiled into a package's native library. */
function describeLibraries(folder: string): Notice[] {
  const { name } = readPackage(folder);
  if (name === 'better-sqlite3') return [describeSqlite(folder)];
  // libvips has no separate package for Windows.
  if (/^@img\/sharp-(libvips|win32)-/.test(name)) return describeLibvips(folder);
  return name.startsWith('@node-rs/argon2-') ? describeCrates(folder) : [];
}

function describeSqlite(folder: string): Notice {
  const header = readFileSync(join(folder, 'deps', 'sqlite3', 'sqlite3.h'), 'utf8');
  const version = /#define SQLITE_VERSION\s+"([\d.]+)"/.exec(header)?.[1];
  if (version === undefined) throw new Error(`the version of SQLite is not known (${folder})`);
  const text = 'The author disclaims copyright to this source code. It is in the public domain.';
  return { name: 'SQLite', version, licence: 'Public domain', text };
}

/** Libraries that have one name in libvips' list of versions and another in its list of licences. */
const shortNames: Readonly<Record<string, string>> = { ultrahdr: 'uhdr' };

/** Lists libvips and the libraries linked into it, from the package's own lists of versions and licences. */
function describeLibvips(folder: string): Notice[] {
  const versions: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'));
  const licences = readLicenceTable(readFileSync(join(folder, 'README.md'), 'utf8'));
  for (const name of Object.keys(versions)) {
    if (!licences.has(name)) throw new Error(`${name} in libvips: no licence is known (${folder}/README.md)`);
  }
  return [...licences].map(([name, licence]) => {
    const text = readText(name) ?? readStandardTexts(licence);
    if (text === undefined) throw new Error(`${name} in libvips: the text of its licence (${licence}) is not known`);
    // Libraries without their own version are part of libvips.
    return { name: `${name} (libvips)`, version: versions[name] ?? versions.vips ?? '', licence, text };
  });
}

/** Reads rows of `| library | terms |`, with names as in the list of versions and terms without links. */
function readLicenceTable(markdown: string): Map<string, string> {
  const rows = [...markdown.matchAll(/^\| (\S+) +\| (.+?) +\|$/gm)].slice(1);
  return new Map(
    rows.map(([, library = '', terms = '']) => {
      const name = library.replace(/^lib/, '');
      return [shortNames[name] ?? name, terms.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')];
    }),
  );
}

/** Licences of the crates compiled into the library that hashes passwords. */
const licencesOfCrates: Readonly<Record<string, string>> = {
  'argon2-rust': 'MIT',
  mimalloc: 'MIT',
  napi: 'MIT',
  'napi-sys': 'MIT',
  rand: 'MIT OR Apache-2.0',
};

/** Lists the Rust crates whose names occur in a native library, and the standard library of Rust. */
function describeCrates(folder: string): Notice[] {
  const { name, version } = readPackage(folder);
  const file = readdirSync(folder).find((name) => name.endsWith('.node'));
  if (file === undefined) throw new Error(`there is no library in ${folder}`);
  const bytes = readFileSync(join(folder, file), 'latin1');
  const found = new Map(
    [...bytes.matchAll(/[/\\]registry[/\\]src[/\\][^/\\]+[/\\]([a-z0-9_-]+?)-(\d+\.\d+\.\d+[^/\\]*)[/\\]/g)].map(
      ([, name = '', version]) => [name, version ?? ''],
    ),
  );
  // This library is written in C, so only its name occurs in the file.
  if (bytes.includes('mimalloc')) found.set('mimalloc', `of ${name} ${version}`);
  const commit = /\/rustc\/([0-9a-f]{10})/.exec(bytes)?.[1] ?? '';
  const standard = {
    name: 'Rust standard library (argon2)',
    version: `of rustc ${commit}`,
    licence: 'MIT OR Apache-2.0',
  };
  return [
    { ...standard, text: readText('apache-2.0') ?? '' },
    ...[...found].map(([name, version]) => {
      const [licence, text] = [licencesOfCrates[name], readText(name)];
      if (licence === undefined || text === undefined)
        throw new Error(
          `${name} ${version} in ${folder}: no licence is known (build/packaging/notices.ts and build/packaging/licences/)`,
        );
      return { name: `${name} (argon2)`, version, licence, text };
    }),
  ];
}

const horizontalRule = '='.repeat(80);

/**
 * Formats all notices as one text: a list of all components, then each licence once, with the components that it
 * covers.
 */
export function formatNotices(notices: readonly Notice[]): string {
  const title = ({ name, version, licence }: Notice) => `${name} ${version}: ${licence}`;
  const byText = Map.groupBy(notices, ({ text }) => text.trim());
  const texts = [...byText].map(([text, those]) =>
    [horizontalRule, ...those.map(title), horizontalRule, '', text, ''].join('\n'),
  );
  return [
    'Gangway is made with the following, each under its own licence. The texts follow.',
    '',
    ...notices.map(title),
    '',
    ...texts,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(formatNotices(collectNotices()));
