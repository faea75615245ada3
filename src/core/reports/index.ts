export {
  actionOfState,
  logModeratorAction,
  type ModeratedContent,
  type StateWord,
  settableStates,
  stateWords,
} from './action-log.ts';
export { type AutoQuarantine, fileReport } from './file-report.ts';
export { presentHeaderForModerators, presentReports } from './present.ts';
export type { Reportable } from './reportable.ts';
export {
  countModeratorActions,
  countOpenReports,
  countReports,
  findModeratorActions,
  findReports,
  findReportsAgainst,
} from './store.ts';
