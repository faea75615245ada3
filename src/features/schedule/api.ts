import * as v from 'valibot';
import { accountBasic, either, minimum, open, optional, role, token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { boundedText, uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, queryInstant, queryInteger, querySearch, queryWordOrNone } from '#contract/query.ts';
import { usernameInPath } from '#core/users/records.ts';
import { EventChangeData, EventData, EventPlaceData, ShutternautScheduleReport } from './records.ts';

const feature = 'schedule';
const alsoInPreregistration = { feature, preregistration: true } as const;
const eventByID = { event_id: uuid };
/** An event's UUID or its uid in calendar files (schedule rule 16). */
const eventByEitherID = { event_id: boundedText(255) };
/** For users who plan the photographers' work (schedule rule 28). */
const photographyPlanners = either(minimum('devteam'), role('shutternautmanager'));

export const scheduleApi = {
  list: endpoint({
    method: 'GET',
    path: '/events',
    access: optional,
    ...alsoInPreregistration,
    query: {
      cruiseday: queryInteger,
      day: queryWordOrNone(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', '1sa', '2sa', '1su', '2su']),
      date: queryInstant,
      time: queryInstant,
      type: queryWordOrNone(['official', 'shadow']),
      search: querySearch,
      words: querySearch,
      location: querySearch,
      following: queryBoolean,
      dayplanner: queryBoolean,
      needsPhotographer: queryBoolean,
      hasPhotographer: queryBoolean,
    },
    response: v.array(EventData),
    hasEntityTag: true,
    rejects: ['filterNeedsLogin'],
    summary: 'List events, optionally by day, time, type, words, place or only those you follow',
  }),
  favorites: endpoint({
    method: 'GET',
    path: '/events/favorites',
    access: token,
    ...alsoInPreregistration,
    response: v.array(EventData),
    hasEntityTag: true,
    summary: 'List events you follow',
  }),
  places: endpoint({
    method: 'GET',
    path: '/events/places',
    access: optional,
    ...alsoInPreregistration,
    response: v.array(EventPlaceData),
    summary: 'List event places by deck and name',
  }),
  changes: endpoint({
    method: 'GET',
    path: '/events/changes',
    access: token,
    feature: ['schedule', 'eventchanges'],
    preregistration: true,
    response: v.array(EventChangeData),
    summary: 'List changes to events in your plan, newest first, which marks them as seen',
  }),
  event: endpoint({
    method: 'GET',
    path: '/events/{event_id}',
    access: optional,
    ...alsoInPreregistration,
    params: eventByEitherID,
    response: EventData,
    summary: 'Get an event',
  }),
  addFavorite: endpoint({
    method: 'POST',
    path: '/events/{event_id}/favorite',
    access: token,
    ...alsoInPreregistration,
    params: eventByID,
    status: [201, 200],
    summary: 'Follow an event',
  }),
  removeFavorite: endpoint({
    ...removalOf('/events/{event_id}/favorite'),
    access: token,
    ...alsoInPreregistration,
    params: eventByID,
    summary: 'Stop following an event',
  }),
  addPhotographer: endpoint({
    method: 'POST',
    path: '/events/{event_id}/photographer',
    access: role('shutternaut'),
    ...alsoInPreregistration,
    params: eventByID,
    status: [201, 200],
    summary: 'Sign up to photograph an event',
  }),
  removePhotographer: endpoint({
    ...removalOf('/events/{event_id}/photographer'),
    access: role('shutternaut'),
    ...alsoInPreregistration,
    params: eventByID,
    summary: 'Withdraw as photographer of an event',
  }),
  needPhotographer: endpoint({
    method: 'POST',
    path: '/events/{event_id}/needsphotographer',
    access: role('shutternautmanager'),
    ...alsoInPreregistration,
    params: eventByID,
    summary: 'Mark an event as needing a photographer',
  }),
  needNoPhotographer: endpoint({
    method: 'POST',
    path: '/events/{event_id}/needsphotographer/remove',
    aliases: [{ method: 'DELETE', path: '/events/{event_id}/needsphotographer' }],
    access: role('shutternautmanager'),
    ...alsoInPreregistration,
    params: eventByID,
    summary: 'Mark an event as not needing a photographer',
  }),
  photographerReport: endpoint({
    method: 'GET',
    path: '/events/photographerreport',
    access: photographyPlanners,
    ...alsoInPreregistration,
    query: { cruiseday: queryInteger, ...pageQuery },
    response: ShutternautScheduleReport,
    summary: 'List events that need or have a photographer',
  }),
  downloadPhotographerReport: endpoint({
    method: 'GET',
    path: '/events/photographerreport/download',
    access: photographyPlanners,
    ...alsoInPreregistration,
    query: { cruiseday: queryInteger },
    response: { content: 'text/csv' },
    summary: 'Get all events that need or have a photographer, as CSV',
  }),
  eventCalendar: endpoint({
    method: 'GET',
    path: '/events/{event_id}/calendarevent.ics',
    outsideApi: true,
    access: open,
    feature,
    params: eventByEitherID,
    response: { content: 'text/calendar' },
    summary: 'Get an event as a calendar file',
  }),
  followedCalendar: endpoint({
    method: 'GET',
    path: '/events/subscribe/{username}/following.ics',
    outsideApi: true,
    access: either(accountBasic, token),
    feature,
    params: { username: usernameInPath },
    response: { content: 'text/calendar' },
    summary: 'Get events you follow as a calendar subscription',
  }),
};
