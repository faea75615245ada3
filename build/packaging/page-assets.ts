import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { iconNames } from '../../src/web/frame/icons.ts';
import { oldestBrowsers } from '../checking/browsers/oldest.ts';
import { projectFolder } from '../project.ts';

const folder = join(projectFolder, 'assets', 'web');

/** Builds the assets of pages from `src/web`, by file name. */
export async function makePageAssets(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['style.css', await bundleStyle()],
    ['icons.svg', drawIcons()],
    ['page.js', await bundleScript('page.ts')],
    ['sign-in.js', await bundleScript('sign-in.ts')],
    // Every browser that supports modules runs this script, so that an old screen on a wall reloads too.
    ['wall.js', await bundleScript('wall.ts', { target: 'es2017' })],
    ['service-worker.js', await bundleScript('worker/service-worker.ts')],
  ]);
}

/** Bundles the style sheet of all pages; `minify: false` keeps it readable. */
export const bundleStyle = (options?: BuildOptions): Promise<string> =>
  bundleForBrowsers('src/web/style/style.css', options);

const bundleScript = (name: string, options?: BuildOptions): Promise<string> =>
  bundleForBrowsers(`src/web/browser/${name}`, options);

async function bundleForBrowsers(entry: string, options?: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...createBuildOptions(entry), ...options, write: false });
  return outputFiles[0]?.text ?? '';
}

const createBuildOptions = (entry: string): BuildOptions => ({
  absWorkingDir: projectFolder,
  entryPoints: [entry],
  bundle: true,
  minify: true,
  format: 'esm',
  target: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
  plugins: [narrowStyle],
  logLevel: 'warning',
});

/**
 * The style of narrow pages depends on the actual text size, which only container queries know. In browsers without
 * container queries it depends on the text size in the settings.
 */
const narrowStyle: Plugin = {
  name: 'style of narrow pages',
  setup({ onLoad }) {
    onLoad({ filter: /\/style\/narrow\.css$/ }, ({ path }) => {
      const rules = readFileSync(path, 'utf8');
      const contents = `@layer narrow {
  @media (max-width: 17em) { ${rules} }
  @supports (container-type: inline-size) { @container (max-width: 17rem) { ${rules} } }
}`;
      return { contents, loader: 'css' };
    });
  },
};

/** Lists the source files of the scripts that browsers run, including libraries. */
export async function listScriptFiles(): Promise<string[]> {
  const entries = ['page.ts', 'sign-in.ts', 'wall.ts', 'worker/service-worker.ts'].map(
    (name) => `src/web/browser/${name}`,
  );
  const { metafile } = await build({
    ...createBuildOptions(''),
    entryPoints: entries,
    write: false,
    outdir: 'unused',
    metafile: true,
  });
  return Object.keys(metafile.inputs).map((file) => join(projectFolder, file));
}

/** Draws one sprite with a symbol for each icon in use. */
function drawIcons(): string {
  const symbols = iconNames.map((name) => {
    const drawing = readFileSync(join(projectFolder, 'node_modules', 'lucide-static', 'icons', `${name}.svg`), 'utf8');
    const content = drawing.slice(drawing.indexOf('>', drawing.indexOf('<svg')) + 1, drawing.indexOf('</svg>'));
    return `<symbol id="${name}" viewBox="0 0 24 24">${content.replace(/\s*\n\s*/g, '')}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`;
}

/** Writes the assets where the program finds them. */
export async function writePageAssets(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of await makePageAssets()) writeFileSync(join(folder, name), text);
}

/** Lists the names of assets that differ from what the sources produce now. */
export async function listStalePageAssets(): Promise<string[]> {
  const made = [...(await makePageAssets())];
  return made.filter(([name, text]) => !hasContent(join(folder, name), text)).map(([name]) => name);
}

const hasContent = (file: string, text: string): boolean => existsSync(file) && readFileSync(file, 'utf8') === text;
