export type { ModeratedContent, SentReason, StateWord } from '#area/moderated.ts';
export { logModeratorAction } from './action-log.ts';
export { acceptsReason, areReasonsEnabled, ModeratorReasonData } from './author-notice.ts';
export { type ContentKind, contentKind } from './content-kind.ts';
export { createEdit, createEditHistory, type Edit, type EditTable, presentEdit } from './edit-history.ts';
export { type AutoQuarantine, type DisclosedPost, fileReport } from './file-report.ts';
export { closeReports, handleReports } from './handle-reports.ts';
export {
  declareModeratedCalls,
  declareModeratedRead,
  moderatedKind,
  settableKind,
  settableStates,
} from './moderated-kind.ts';
export { presentHeaderForModerators, presentReports } from './present.ts';
export {
  countModeratorActions,
  countOpenReports,
  findAllReports,
  findModeratorActions,
  findReports,
  findReportsAgainst,
  findReportsByState,
} from './store.ts';
