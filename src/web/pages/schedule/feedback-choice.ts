import { querySearch } from '#contract/query.ts';
import { feedbackApi } from '#features/feedback/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { pageBelow } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type Clock = Visit['clock'];

/** Passenger events that have begun, so that their hosts can report how it went; posters in the rooms link here. */
export const feedbackChoice = page({
  path: '/feedback',
  place: 'schedule',
  query: { room: querySearch },
  asks: [feedbackApi.selection],
  async show(visit) {
    const { room } = visit.query;
    const { performerAttached, matchingRoom, existingFeedback, events } = await visit.ask(feedbackApi.selection, {
      query: { room },
    });
    const parts: [title: string, events: readonly EventData[]][] = [
      ['Events you host', performerAttached],
      [`In ${room}`, matchingRoom],
      ['Feedback sent', existingFeedback],
      ['All', room ? [] : events],
    ];
    const shown = parts.filter(([, list]) => list.length > 0);
    const content = html`<p>Which event did you host?</p>
${shown.map(([title, list], index) => section(title, `part${index}`, list, visit.clock))}
${when(shown.length === 0, () => html`<p class="soft">No events have started${room ? ` in ${room}` : ''} yet.</p>`)}
${when(room, () => html`<p><a href="/feedback">It was in another room</a></p>`)}`;
    return pageBelow({ label: 'Schedule', path: '/schedule' }, 'Event feedback', content);
  },
});

const section = (title: string, id: string, events: readonly EventData[], clock: Clock): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul class="rows">${events.map(({ eventID, title: name, startTime, location }) => html`<li><div><h3><a href="/event/${eventID}/feedback">${name}</a></h3><p class="line">${clock.day(startTime)}, ${clock.time(startTime)}, ${location}</p></div></li>`)}</ul></section>`;
