import type { Context, Handlers } from '#area/context.ts';
import { respondToChange } from '#contract/response.ts';
import type { scheduleApi } from './api.ts';
import { buildEventCalendar, buildFollowedCalendar } from './calendar-files/serve-calendar.ts';
import { listEventChanges } from './changes/list-changes.ts';
import { listEvents, openEvent } from './events/list-events.ts';
import { listPlaces } from './events/places.ts';
import { setMark } from './marks/marks.ts';
import { buildPhotographerCsv, buildPhotographerReport } from './photographers/photographer-report.ts';
import { setNeedsPhotographer } from './photographers/photographers.ts';

export function scheduleHandlers(context: Context): Handlers<typeof scheduleApi> {
  return {
    list: ({ caller, query }) => listEvents(context, caller, query),
    favorites: ({ caller }) => listEvents(context, caller, { following: true }),
    places: () => listPlaces(context),
    changes: ({ caller, recordRead }) => listEventChanges(context, caller, recordRead),
    event: ({ caller, params, recordRead }) => openEvent(context, caller, params.event_id, recordRead),
    addFavorite: ({ caller, params, write }) =>
      write((context) => respondToChange(setMark(context, caller, params.event_id, 'favorite', true))),
    removeFavorite: ({ caller, params, write }) =>
      write((context) => respondToChange(setMark(context, caller, params.event_id, 'favorite', false))),
    addPhotographer: ({ caller, params, write }) =>
      write((context) => respondToChange(setMark(context, caller, params.event_id, 'photographer', true))),
    removePhotographer: ({ caller, params, write }) =>
      write((context) => respondToChange(setMark(context, caller, params.event_id, 'photographer', false))),
    needPhotographer: ({ params, write }) => write((context) => setNeedsPhotographer(context, params.event_id, true)),
    needNoPhotographer: ({ params, write }) =>
      write((context) => setNeedsPhotographer(context, params.event_id, false)),
    photographerReport: ({ caller, query }) => buildPhotographerReport(context, caller, query),
    downloadPhotographerReport: ({ caller, query }) => buildPhotographerCsv(context, caller, query),
    eventCalendar: ({ params }) => buildEventCalendar(context, params.event_id),
    followedCalendar: ({ caller, params }) => buildFollowedCalendar(context, caller, params.username),
  };
}
