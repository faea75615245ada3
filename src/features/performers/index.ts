export { listEventIDsOfOwnPerformer } from './list-performers.ts';
