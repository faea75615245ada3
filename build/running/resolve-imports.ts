// build/node24.mjs loads this before anything else. For every import, Node parses the package.json of the imported file
// again. For a thousand files that takes a second, since one library has a package.json of 180 KB. This resolves
// imports that don't need package.json, and leaves all others to Node.
import { type ResolveFnOutput, registerHooks } from 'node:module';

/** ES modules of libraries in files ending in `.js`: the whole package consists of ES modules. */
const libraryModules = new Set<string>();
/**
 * Resolved imports by specifier, for files of the project: libraries, and paths from package.json such as
 * `#db/open.ts`.
 */
const resolvedBySpecifier = new Map<string, ResolveFnOutput>();

const createResolution = (url: string, format: string): ResolveFnOutput => ({ url, format, shortCircuit: true });

/** Resolves a relative import whose path is complete. */
function resolvePath(specifier: string, parent: string): ResolveFnOutput | undefined {
  if (specifier.endsWith('.ts') && parent.endsWith('.ts')) {
    return createResolution(new URL(specifier, parent).href, 'module-typescript');
  }
  if (!specifier.endsWith('.js') || !libraryModules.has(parent)) return undefined;
  const { href } = new URL(specifier, parent);
  libraryModules.add(href);
  return createResolution(href, 'module');
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: parent, conditions } = context;
    if (!parent || !conditions.includes('import')) return next(specifier, context);
    const isPath = specifier.startsWith('.');
    const isNamedByProject = !isPath && parent.endsWith('.ts');
    const known = isPath ? resolvePath(specifier, parent) : isNamedByProject && resolvedBySpecifier.get(specifier);
    if (known) return known;
    const found = next(specifier, context);
    if (isNamedByProject) resolvedBySpecifier.set(specifier, { ...found, shortCircuit: true });
    if (found.format === 'module' && found.url.endsWith('.js')) libraryModules.add(found.url);
    return found;
  },
});
