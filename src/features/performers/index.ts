export { checkLinks } from './links/plan-links.ts';
export { listEventIDsOfOwnPerformer } from './list-performers.ts';
