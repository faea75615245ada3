import * as v from 'valibot';
import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath, uuid, wordInPath } from '#contract/fields.ts';
import { pageQuery } from '#contract/query.ts';
import { stateWords } from '#core/reports/index.ts';
import {
  FezModerationData,
  FezPostModerationData,
  ModeratorActionLogResponseData,
  PersonalEventModerationData,
  ProfileModerationData,
  UserModerationData,
} from './records.ts';
import { settableLevels } from './set-access-level.ts';

export const moderationApi = {
  actionLog: endpoint({
    method: 'GET',
    path: '/mod/moderationlog',
    access: minimum('moderator'),
    query: pageQuery,
    response: ModeratorActionLogResponseData,
    summary: 'What moderators did, newest first',
  }),
  profile: endpoint({
    method: 'GET',
    path: '/mod/profile/{userID}',
    access: minimum('moderator'),
    params: { userID: uuid },
    response: ProfileModerationData,
    summary: 'A profile as stored, with its history and the reports on it',
  }),
  setProfileState: endpoint({
    method: 'POST',
    path: '/mod/profile/{userID}/setstate/{state}',
    access: minimum('moderator'),
    params: { userID: uuid, state: v.picklist(stateWords) },
    summary: 'Set the moderation state of a profile',
  }),
  user: endpoint({
    method: 'GET',
    path: '/mod/user/{userID}',
    access: minimum('moderator'),
    params: { userID: uuid },
    response: UserModerationData,
    summary: 'A person with all accounts and all reports against them',
  }),
  setAccessLevel: endpoint({
    method: 'POST',
    path: '/mod/user/{userID}/setaccesslevel/{level}',
    access: minimum('moderator'),
    params: { userID: uuid, level: wordInPath(settableLevels) },
    summary: 'Ban, quarantine, verify or unverify a person with all accounts, and end their logins',
  }),
  quarantineTemporarily: endpoint({
    method: 'POST',
    path: '/mod/user/{userID}/tempquarantine/{hours}',
    access: minimum('moderator'),
    params: { userID: uuid, hours: integerInPath },
    summary: 'Keep a person from writing for some hours; 0 ends it',
  }),
  fez: endpoint({
    method: 'GET',
    path: '/mod/fez/{fezID}',
    access: minimum('moderator'),
    params: { fezID: uuid },
    response: FezModerationData,
    summary: 'A chat or appointment with its history and the reports on it',
  }),
  setFezState: endpoint({
    method: 'POST',
    path: '/mod/fez/{fezID}/setstate/{state}',
    access: minimum('moderator'),
    params: { fezID: uuid, state: v.picklist(stateWords) },
    summary: 'Set the moderation state of a chat or appointment',
  }),
  fezPost: endpoint({
    method: 'GET',
    path: '/mod/fezpost/{postID}',
    access: minimum('moderator'),
    params: { postID: integerInPath },
    response: FezPostModerationData,
    summary: 'A post of a chat as it was written, with the reports on it',
  }),
  setFezPostState: endpoint({
    method: 'POST',
    path: '/mod/fezpost/{postID}/setstate/{state}',
    access: minimum('moderator'),
    params: { postID: integerInPath, state: v.picklist(stateWords) },
    summary: 'Set the moderation state of a post of a chat',
  }),
  personalEvent: endpoint({
    method: 'GET',
    path: '/mod/personalevent/{fezID}',
    aliases: [{ path: '/mod/privateevent/{fezID}' }],
    access: minimum('moderator'),
    params: { fezID: uuid },
    response: PersonalEventModerationData,
    summary: 'A private or personal event as it was written, with the reports on it',
  }),
};
