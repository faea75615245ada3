import * as v from 'valibot';
import { isAtLeast } from '#contract/access.ts';
import { uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { performersApi } from '#features/performers/api.ts';
import type { PerformerData } from '#features/performers/records.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { isHostedByPassengers } from '../../frame/events.ts';
import { createFields } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { performerForm, profileForm, readPerformerForm } from './profile-form.ts';

type AnyVisit = Visit<unknown, unknown>;
type OwnVisit = Visit<unknown, unknown, 'giveBack' | 'remove'>;
const path = '/performers/own';

/**
 * Whether the viewer may claim to host an event at this time: everyone before the sailing, later only those with the
 * role for it.
 */
export async function mayHostNow(visit: AnyVisit): Promise<boolean> {
  const { enablePreregistration } = await visit.ask(clientServicesApi.settings);
  return enablePreregistration || visit.viewer?.roles.has('performerselfeditor') === true;
}

const isModerator = ({ viewer }: AnyVisit): boolean => viewer !== undefined && isAtLeast(viewer.level, 'moderator');

const editingEndedNote = html`<p class="soft">Performer profiles can only be edited before the sailing.</p>`;

/** The viewer's own performer profile and the events they host. */
export const ownPerformer = page({
  path,
  place: 'more',
  query: { done: queryBoolean },
  asks: [performersApi.ownPerformer, clientServicesApi.settings],
  actions: {
    giveBack: call(
      performersApi.holdEventNoLonger,
      { value: uuid },
      (_visit: AnyVisit, { value }) => ({ params: { event_id: value } }),
      () => `${path}?done`,
    ),
    remove: call(
      performersApi.deleteOwnPerformer,
      { sure: v.literal('on', 'Tick the box to confirm.') },
      () => ({}),
      () => `${path}?done`,
    ),
  },
  async show(visit) {
    const own = await visit.ask(performersApi.ownPerformer);
    const mayChange = await mayHostNow(visit);
    const may = { change: mayChange, remove: mayChange || isModerator(visit) };
    const content = html`${savedNotice(visit)}${own.header.id ? showOwnProfile(own, may, visit) : html`<p>You don’t have a performer profile yet. You create it with the first event you host.</p>`}
${mayChange ? html`<p class="soft">To host an event, open it in the schedule and choose “Host this event”.</p>` : editingEndedNote}
${when(visit.leadsTo('/feedback'), () => html`<p class="actions"><a class="quiet" href="/feedback">Send event feedback</a></p>`)}`;
    return pageBelow({ label: 'Performers', path: '/performers?passengers=true' }, 'Your performer profile', content);
  },
});

interface OwnProfilePermissions {
  readonly change: boolean;
  /** The viewer's own texts; moderators can edit them during the sailing too (schedule rules 71 and 72). */
  readonly remove: boolean;
}

function showOwnProfile({ header, events }: PerformerData, may: OwnProfilePermissions, visit: OwnVisit): Html {
  const lines = events.map(
    ({ eventID, title, startTime, location }) =>
      html`<li class="tall"><div><h3><a href="/event/${eventID}">${title}</a></h3><p>${visit.clock.moment(startTime)}, ${location}</p></div>${when(may.change, () => html`<a class="quiet" href="/event/${eventID}/hold">Edit profile<span class="hide">: ${title}</span></a>`)}${when(may.remove, () => html`<button type="submit" class="quiet" name="${visit.action('giveBack')}" value="${eventID}">Stop hosting<span class="hide">: ${title}</span></button>`)}</li>`,
  );
  return html`<p>Others see you as <a href="/performers/${header.id}">${header.name}</a>.</p>
${when(lines.length, () => html`<h2>Events you host</h2><form method="post"><ul class="rows">${lines}</ul></form>`)}
${may.remove ? removal(visit) : nothing}`;
}

function removal(visit: OwnVisit): Html {
  const { check, trouble } = createFields(visit, 'remove');
  return html`<details><summary class="stop">Delete profile</summary><form method="post">${trouble()}
${check({ name: 'sure', label: 'Delete my performer profile and remove me from these events' })}
<p class="actions"><button type="submit" class="quiet stop" name="${visit.action('remove')}">Delete</button></p></form></details>`;
}

/** Claims that the viewer hosts an event, with the profile that all their events show. */
export const hostEvent = page({
  path: '/event/{event}/hold',
  place: 'schedule',
  params: { event: uuid },
  asks: [scheduleApi.event, performersApi.ownPerformer, performersApi.holdEvent, clientServicesApi.settings],
  actions: {
    hold: call(
      performersApi.holdEvent,
      performerForm,
      ({ params }: Visit<{ readonly event: string }, unknown>, typed) => ({
        params: { event_id: params.event },
        body: readPerformerForm(typed, { isOfficialPerformer: false }),
      }),
      () => `${path}?done`,
    ),
  },
  async show(visit) {
    const event = await visit.ask(scheduleApi.event, { params: { event_id: visit.params.event } });
    const own = await visit.ask(performersApi.ownPerformer);
    const content = (await mayHostNow(visit)) ? showForm(event, own, visit) : editingEndedNote;
    return pageBelow({ label: event.title, path: `/event/${event.eventID}` }, 'Host this event', content);
  },
});

function showForm(event: EventData, own: PerformerData, visit: Visit<unknown, unknown, 'hold'>): Html {
  if (!isHostedByPassengers(event))
    return html`<p class="soft">Passengers can only host shadow events and workshops without an official performer.</p>`;
  return html`<p>${own.header.id ? 'This is your performer profile. Changes appear on all events you host.' : 'Everyone on board can see this next to the event.'}</p>
${profileForm(visit, 'hold', own.header.id ? own : undefined)}`;
}
