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
import { fieldsOf } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { doneNote, pageBelow } from '../../frame/shell.ts';
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
export async function mayHoldNow(visit: AnyVisit): Promise<boolean> {
  const { enablePreregistration } = await visit.ask(clientServicesApi.settings);
  return enablePreregistration || visit.viewer?.roles.has('performerselfeditor') === true;
}

const isModerator = ({ viewer }: AnyVisit): boolean => viewer !== undefined && isAtLeast(viewer.level, 'moderator');

const tooLate = html`<p class="soft">Profiles of performers can be changed before the sailing only.</p>`;

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
      { sure: v.literal('on', 'Tick the box first.') },
      () => ({}),
      () => `${path}?done`,
    ),
  },
  async show(visit) {
    const own = await visit.ask(performersApi.ownPerformer);
    const mayChange = await mayHoldNow(visit);
    const may = { change: mayChange, takeBack: mayChange || isModerator(visit) };
    const content = html`${doneNote(visit)}${own.header.id ? showOwn(own, may, visit) : html`<p>You have no profile as a performer yet. It is made with the first event that you hold.</p>`}
${mayChange ? html`<p class="soft">To hold an event, open it in the schedule and choose “I hold this event”.</p>` : tooLate}
${when(visit.leadsTo('/feedback'), () => html`<p class="actions"><a class="quiet" href="/feedback">Tell how an event went</a></p>`)}`;
    return pageBelow({ label: 'Performers', path: '/performers?passengers=true' }, 'You as a performer', content);
  },
});

interface May {
  readonly change: boolean;
  /** The viewer's own texts; moderators can edit them during the sailing too (schedule rules 71 and 72). */
  readonly takeBack: boolean;
}

function showOwn({ header, events }: PerformerData, may: May, visit: OwnVisit): Html {
  const lines = events.map(
    ({ eventID, title, startTime, location }) =>
      html`<li class="tall"><div><h3><a href="/event/${eventID}">${title}</a></h3><p>${visit.clock.moment(startTime)}, ${location}</p></div>${when(may.change, () => html`<a class="quiet" href="/event/${eventID}/hold">Change the profile<span class="hide">: ${title}</span></a>`)}${when(may.takeBack, () => html`<button type="submit" class="quiet" name="${visit.action('giveBack')}" value="${eventID}">Hold it no longer<span class="hide">: ${title}</span></button>`)}</li>`,
  );
  return html`<p>Others see you as <a href="/performers/${header.id}">${header.name}</a>.</p>
${when(lines.length, () => html`<h2>What you hold</h2><form method="post"><ul class="rows">${lines}</ul></form>`)}
${may.takeBack ? removal(visit) : nothing}`;
}

function removal(visit: OwnVisit): Html {
  const { check, trouble } = fieldsOf(visit, 'remove');
  return html`<details><summary class="stop">Delete the profile</summary><form method="post">${trouble()}
${check({ name: 'sure', label: 'Delete my profile, and that I hold these events' })}
<p class="actions"><button type="submit" class="quiet stop" name="${visit.action('remove')}">Delete</button></p></form></details>`;
}

/** Claims that the viewer hosts an event, with the profile that all their events show. */
export const holdEvent = page({
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
    const content = (await mayHoldNow(visit)) ? showForm(event, own, visit) : tooLate;
    return pageBelow({ label: event.title, path: `/event/${event.eventID}` }, 'You hold this event', content);
  },
});

function showForm(event: EventData, own: PerformerData, visit: Visit<unknown, unknown, 'hold'>): Html {
  if (!isHostedByPassengers(event))
    return html`<p class="soft">Only shadow events and workshops that have no performer of the ship are held by passengers.</p>`;
  return html`<p>${own.header.id ? 'This is your profile: what you change here, all events show that you hold.' : 'Everybody on board may read this beside the event.'}</p>
${profileForm(visit, 'hold', own.header.id ? own : undefined)}`;
}
