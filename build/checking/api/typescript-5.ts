// Tools that generate TypeScript load this first: they use the compiler API of TypeScript 5, which TypeScript 7 no
// longer has. The project itself is compiled with TypeScript 7.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
