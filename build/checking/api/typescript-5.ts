// Loaded before tools that write TypeScript: they build it with the library inside of TypeScript 5, which TypeScript 7 has
// no more. The project itself is compiled with the latter.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
