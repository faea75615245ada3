import * as v from 'valibot';
import { accountBasic, either, minimum, open, optional, role, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText, uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, queryInstant, queryInteger, querySearch, queryWordOrNone } from '#contract/query.ts';
import { usernameInPath } from '#core/users/records.ts';
import { EventData, EventPlaceData, ShutternautScheduleReport } from './records.ts';

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
    summary: 'The schedule, whole or by day, time, type, words, place or what the caller follows',
  }),
  favorites: endpoint({
    method: 'GET',
    path: '/events/favorites',
    access: token,
    ...alsoInPreregistration,
    response: v.array(EventData),
    hasEntityTag: true,
    summary: 'Events that the caller follows',
  }),
  places: endpoint({
    method: 'GET',
    path: '/events/places',
    access: optional,
    ...alsoInPreregistration,
    response: v.array(EventPlaceData),
    summary: 'Places of all events, by deck and name',
  }),
  event: endpoint({
    method: 'GET',
    path: '/events/{event_id}',
    access: optional,
    ...alsoInPreregistration,
    params: eventByEitherID,
    response: EventData,
    summary: 'One event of the schedule',
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
    method: 'POST',
    path: '/events/{event_id}/favorite/remove',
    aliases: [{ method: 'DELETE', path: '/events/{event_id}/favorite' }],
    access: token,
    ...alsoInPreregistration,
    params: eventByID,
    status: [204, 200],
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
    method: 'POST',
    path: '/events/{event_id}/photographer/remove',
    aliases: [{ method: 'DELETE', path: '/events/{event_id}/photographer' }],
    access: role('shutternaut'),
    ...alsoInPreregistration,
    params: eventByID,
    status: [204, 200],
    summary: 'Take back a sign-up to photograph an event',
  }),
  needPhotographer: endpoint({
    method: 'POST',
    path: '/events/{event_id}/needsphotographer',
    access: role('shutternautmanager'),
    ...alsoInPreregistration,
    params: eventByID,
    summary: 'Mark an event as one that should be photographed',
  }),
  needNoPhotographer: endpoint({
    method: 'POST',
    path: '/events/{event_id}/needsphotographer/remove',
    aliases: [{ method: 'DELETE', path: '/events/{event_id}/needsphotographer' }],
    access: role('shutternautmanager'),
    ...alsoInPreregistration,
    params: eventByID,
    summary: 'Take the mark away that an event should be photographed',
  }),
  photographerReport: endpoint({
    method: 'GET',
    path: '/events/photographerreport',
    access: photographyPlanners,
    ...alsoInPreregistration,
    query: { cruiseday: queryInteger, ...pageQuery },
    response: ShutternautScheduleReport,
    summary: 'Events that need or have a photographer',
  }),
  downloadPhotographerReport: endpoint({
    method: 'GET',
    path: '/events/photographerreport/download',
    access: photographyPlanners,
    ...alsoInPreregistration,
    query: { cruiseday: queryInteger },
    response: { content: 'text/csv' },
    summary: 'All events that need or have a photographer, as a table',
  }),
  eventCalendar: endpoint({
    method: 'GET',
    path: '/events/{event_id}/calendarevent.ics',
    outsideApi: true,
    access: open,
    feature,
    params: eventByEitherID,
    response: { content: 'text/calendar' },
    summary: 'One event as a calendar file',
  }),
  followedCalendar: endpoint({
    method: 'GET',
    path: '/events/subscribe/{username}/following.ics',
    outsideApi: true,
    access: either(accountBasic, token),
    feature,
    params: { username: usernameInPath },
    response: { content: 'text/calendar' },
    summary: 'Events that the caller follows, as a calendar file for subscription',
  }),
};
