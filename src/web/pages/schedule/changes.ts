import { scheduleApi } from '#features/schedule/api.ts';
import type { EventChangeData, EventOccasionData } from '#features/schedule/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { pageBelow } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type Clock = Visit['clock'];

/** What changed about the events in the viewer's plan, old and new. */
export const eventChanges = page({
  path: '/schedule/changes',
  place: 'schedule',
  asks: [scheduleApi.changes],
  async show(visit) {
    const changes = await visit.ask(scheduleApi.changes);
    const content =
      changes.length > 0
        ? html`<ul class="rows">${changes.map((change) => showChange(change, visit.clock))}</ul>`
        : html`<p class="soft">Nothing in your plan has changed. If an event you follow moves or is cancelled, you’ll see it here.</p>`;
    return pageBelow({ label: 'Your plan', path: '/schedule?following=true' }, 'Changes in your plan', content);
  },
});

function showChange(change: EventChangeData, clock: Clock): Html {
  const { eventID, title, changedAt, isNew, isOnSchedule } = change;
  const name = isOnSchedule ? html`<a href="/event/${eventID}">${title}</a>` : html`${title}`;
  return html`<li><div><h3>${name}${when(isNew, () => html` <span class="badge">new</span>`)}</h3>${describeChange(change, clock)}</div><p class="end">${clock.moment(changedAt)}</p></li>`;
}

function describeChange({ changes, previous, current }: EventChangeData, clock: Clock): Html {
  if (!current) {
    return html`<p class="say s stop">${icon('circle-alert')}<span>Cancelled</span></p><dl class="change"><div><dt>It was</dt><dd><del>${describeTime(previous, clock)}${place(previous)}</del></dd></div></dl>`;
  }
  const isBack = changes.includes('restored');
  return html`${when(isBack, () => html`<p class="say s">${icon('check')}<span>Back on the schedule</span></p>`)}<dl class="change">${
    changes.includes('time')
      ? compare('Time', describeTime(previous, clock), describeTime(current, clock))
      : html`<div><dt>${isBack ? 'When and where' : 'When'}</dt><dd>${describeTime(current, clock)}${when(isBack && !changes.includes('place'), () => place(current))}</dd></div>`
  }${when(changes.includes('place'), () => compare('Place', html`${previous.location || 'none'}`, html`${current.location || 'none'}`))}</dl>`;
}

const compare = (label: string, before: Html, after: Html): Html =>
  html`<div><dt>${label} before</dt><dd><del>${before}</del></dd></div><div><dt>${label} now</dt><dd><ins>${after}</ins></dd></div>`;

const describeTime = ({ startTime, endTime }: EventOccasionData, clock: Clock): Html =>
  html`${clock.day(startTime)}, ${clock.time(startTime)}${when(endTime > startTime, () => html` to ${clock.time(endTime)}`)}`;

const place = ({ location }: EventOccasionData): Html => when(location, (name) => html`, ${name}`);
