import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { iconNames } from '../src/web/frame/icons.ts';
import { projectFolder } from './project.ts';

const folder = join(projectFolder, 'assets', 'web');

/** What pages bring along, out of `src/web`, by file name. */
export async function makePageAssets(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['style.css', await bundleStyle()],
    ['icons.svg', drawIcons()],
    ['page.js', await bundleScript('page.ts')],
    ['wall.js', await bundleScript('wall.ts')],
    ['service-worker.js', await bundleScript('worker/service-worker.ts')],
  ]);
}

const bundleStyle = (): Promise<string> => bundleForBrowsers('src/web/style/style.css');

const bundleScript = (name: string): Promise<string> => bundleForBrowsers(`src/web/browser/${name}`);

async function bundleForBrowsers(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: projectFolder,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['chrome99', 'safari15.4', 'firefox97'],
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

/** One drawing with a symbol for each icon in use. */
function drawIcons(): string {
  const symbols = iconNames.map((name) => {
    const drawing = readFileSync(join(projectFolder, 'node_modules', 'lucide-static', 'icons', `${name}.svg`), 'utf8');
    const content = drawing.slice(drawing.indexOf('>', drawing.indexOf('<svg')) + 1, drawing.indexOf('</svg>'));
    return `<symbol id="${name}" viewBox="0 0 24 24">${content.replace(/\s*\n\s*/g, '')}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`;
}

/** Writes them where the program finds them. */
export async function writePageAssets(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of await makePageAssets()) writeFileSync(join(folder, name), text);
}

/** Names of those that differ from what the sources make of them now. */
export async function listStalePageAssets(): Promise<string[]> {
  const made = [...(await makePageAssets())];
  return made.filter(([name, text]) => !isWritten(join(folder, name), text)).map(([name]) => name);
}

const isWritten = (file: string, text: string): boolean => existsSync(file) && readFileSync(file, 'utf8') === text;
