import { uuid } from '#contract/fields.ts';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { backHead } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
import { page } from '../../page.ts';
import { followActions } from './schedule.ts';

/** One event: when, where, what, and what people say about it. */
export const event = page({
  path: '/event/{event}',
  place: 'schedule',
  params: { event: uuid },
  asks: [scheduleApi.event],
  mayAsk: [forumsApi.readOfEvent],
  actions: followActions,
  async show(visit) {
    const { clock } = visit;
    const { eventID, title, description, location, startTime, endTime, isFavorite, eventType, performers } =
      await visit.ask(scheduleApi.event, { params: { event_id: visit.params.event } });
    const mayFollow = visit.viewer && visit.isOpen(scheduleApi.addFavorite);
    const main = html`<main>
${backHead('Schedule', '/schedule')}
<div class="col lone">
<h1>${title}</h1>
<dl class="facts">
<dt>When</dt><dd>${clock.day(startTime)}, ${clock.time(startTime)} to ${clock.time(endTime)}${when(clock.soon(startTime), (wait) => html`, <b class="now">${wait}</b>`)}</dd>
<dt>Where</dt><dd>${location}</dd>
<dt>Kind</dt><dd>${eventType}</dd>
${when(performers.length, () => html`<dt>With</dt><dd>${performers.map(({ name }) => name).join(', ')}</dd>`)}
</dl>
<div class="prose">${prose(description)}</div>
${when(mayFollow, () => html`<form method="post" class="actions"><button type="submit" class="${isFavorite ? 'quiet' : 'button'}" name="${isFavorite ? 'unfollow' : 'follow'}" value="${eventID}">${icon('star')}${isFavorite ? 'Following' : 'Follow'}</button></form>`)}
<p class="actions">
<a class="quiet" href="/events/${eventID}/calendarevent.ics">${icon('calendar')}Into my calendar</a>
${when(visit.isOpen(forumsApi.readOfEvent), () => html`<a class="quiet" href="/event/${eventID}/forum">${icon('messages-square')}What people say</a>`)}
</p>
</div>
</main>`;
    return { title, main };
  },
});

/** Leads to the forum of an event. */
export const eventForum = page({
  path: '/event/{event}/forum',
  place: 'schedule',
  params: { event: uuid },
  asks: [forumsApi.readOfEvent],
  async show(visit) {
    const { forumID } = await visit.ask(forumsApi.readOfEvent, {
      params: { eventID: visit.params.event },
      query: { limit: 1 },
    });
    return { to: `/forums/thread/${forumID}` };
  },
});
