export { actionOfState, logModeratorAction, type ModeratedContent, settableStates, type StateWord, stateWords } from './action-log.ts';
export { type AutoQuarantine, fileReport } from './file-report.ts';
export { countReports, findReports } from './store.ts';
