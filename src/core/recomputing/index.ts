export { joinConsistencyChecks } from './recompute.ts';
