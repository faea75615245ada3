import * as v from 'valibot';
import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPathCheckedLater, uuid, wordInPath } from '#contract/fields.ts';
import { pageQuery, queryBoolean } from '#contract/query.ts';
import { ReportModerationData } from '#core/reports/records.ts';
import { ModeratorActionLogResponseData, UserModerationData } from './records.ts';
import { settableLevels } from './set-access-level.ts';
import { maxHours } from './temporary-quarantine.ts';

/** The moderators' calls, except those for moderated content, which are derived from the areas' declarations. */
export const moderationApi = {
  reports: endpoint({
    method: 'GET',
    path: '/mod/reports',
    access: minimum('moderator'),
    query: { open: queryBoolean },
    response: v.array(ReportModerationData),
    summary: 'List reports, optionally only open or closed ones, newest first',
  }),
  handleReports: endpoint({
    method: 'POST',
    path: '/mod/reports/{reportID}/handleall',
    access: minimum('moderator'),
    params: { reportID: uuid },
    summary: 'Handle all open reports on the same content',
  }),
  closeReports: endpoint({
    method: 'POST',
    path: '/mod/reports/{reportID}/closeall',
    access: minimum('moderator'),
    params: { reportID: uuid },
    summary: 'Close all open reports on the same content',
  }),
  actionLog: endpoint({
    method: 'GET',
    path: '/mod/moderationlog',
    access: minimum('moderator'),
    query: pageQuery,
    response: ModeratorActionLogResponseData,
    summary: 'List moderator actions, newest first',
  }),
  user: endpoint({
    method: 'GET',
    path: '/mod/user/{userID}',
    access: minimum('moderator'),
    params: { userID: uuid },
    response: UserModerationData,
    summary: 'Get a person with all their accounts and all reports against them',
  }),
  setAccessLevel: endpoint({
    method: 'POST',
    path: '/mod/user/{userID}/setaccesslevel/{level}',
    access: minimum('moderator'),
    params: { userID: uuid, level: wordInPath(settableLevels) },
    rejects: ['protectedAccount'],
    summary: 'Ban, quarantine, verify or unverify all accounts of a person, ending their sessions',
  }),
  quarantineTemporarily: endpoint({
    method: 'POST',
    path: '/mod/user/{userID}/tempquarantine/{hours}',
    access: minimum('moderator'),
    params: { userID: uuid, hours: integerInPathCheckedLater({ minimum: 0, maximum: maxHours }) },
    rejects: ['protectedAccount'],
    summary: 'Pause a person’s posting for some hours; 0 ends the pause',
  }),
};
