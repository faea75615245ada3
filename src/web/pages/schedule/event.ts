import { uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { feedbackApi } from '#features/feedback/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { hasLength, isHostedByPassengers, isPassengerEventType } from '../../frame/events.ts';
import { actionField, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { photographerNames } from '../../frame/people.ts';
import { backHead, pageBelow, savedNotice } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { mayHostNow } from '../performers/own.ts';
import { findConflicts, planEndpoints } from './plan.ts';
import { followActions } from './schedule.ts';
import { seatActions, seatPanel, seatPanelEndpoints } from './seats.ts';

const toEventParams = ({ params }: Visit<{ readonly event: string }, unknown>) => ({
  params: { event_id: params.event },
});

type EventVisit = Visit<unknown, unknown, keyof typeof followActions | 'photograph' | 'photographNot'>;

/** An event: when, where and what, and what people say about it. */
export const event = page({
  path: '/event/{event}',
  place: 'schedule',
  params: { event: uuid },
  asks: [scheduleApi.event],
  mayAsk: [...planEndpoints, ...seatPanelEndpoints, clientServicesApi.settings],
  actions: {
    ...followActions,
    ...seatActions,
    photograph: call(scheduleApi.addPhotographer, {}, toEventParams),
    photographNot: call(scheduleApi.removePhotographer, {}, toEventParams),
  },
  async show(visit) {
    const shown = await visit.ask(scheduleApi.event, { params: { event_id: visit.params.event } });
    const inItsWay = await findConflicts(visit, shown);
    const mayHold = visit.viewer !== undefined && isHostedByPassengers(shown) && (await mayHostNow(visit));
    const { title } = shown;
    // What others take or give up shows soon, without a frame to everyone who might be looking.
    const main = html`<main${when(shown.capacity !== undefined, () => html` data-live="often"`)}>
${backHead('Schedule', '/schedule')}
<div class="col lone">
<h1>${title}</h1>
${factList(shown, visit)}
${await seatPanel(shown, visit)}
${when(inItsWay.length, () => html`<p class="say s stop">${icon('triangle-alert')}<span>Overlaps ${inItsWay.join(', ')} in your plan</span></p>`)}
<div class="prose">${prose(shown.description)}</div>
${tools(shown, mayHold, visit)}
</div>
</main>`;
    return { title, main };
  },
});

const factList = (
  { startTime, endTime, location, eventType, performers, shutternautData }: EventData,
  { clock }: Pick<Visit, 'clock'>,
): Html =>
  html`<dl class="facts">
<dt>When</dt><dd>${clock.day(startTime)}, ${clock.time(startTime)}${when(hasLength({ startTime, endTime }), () => html` to ${clock.time(endTime)}`)}${when(clock.soon(startTime), (wait) => html`, <b class="now">${wait}</b>`)}</dd>
<dt>Where</dt><dd>${location}</dd>
<dt>Kind</dt><dd>${eventType}</dd>
${when(performers.length, () => html`<dt>With</dt><dd>${performers.map(({ id, name }, index) => html`${index > 0 ? ', ' : ''}${id ? html`<a href="/performers/${id}">${name}</a>` : name}`)}</dd>`)}
${photographers(shutternautData)}
</dl>`;

/** Only shown to photographers and those who plan them. */
const photographers = (known: EventData['shutternautData']): Html =>
  when(
    known,
    ({ needsPhotographer, photographers: people }) =>
      html`<dt>Photographed by</dt><dd>${needsPhotographer || people.length > 0 ? photographerNames(people) : 'No photographer needed'}</dd>`,
  );

/** Signs a photographer up or withdraws them. */
function photographerButton({ shutternautData }: EventData, visit: EventVisit): Html {
  if (!shutternautData || !visit.isOpen(scheduleApi.addPhotographer)) return nothing;
  return shutternautData.userIsPhotographer
    ? html`<button type="submit" class="quiet" name="${visit.action('photographNot')}">${icon('images')}Withdraw as photographer</button>`
    : html`<button type="submit" class="quiet" name="${visit.action('photograph')}">${icon('images')}Sign up to photograph</button>`;
}

function tools(shown: EventData, mayHold: boolean, visit: EventVisit): Html {
  const { eventID, isFavorite, startTime, capacity } = shown;
  const mayFollow = visit.viewer && visit.isOpen(scheduleApi.addFavorite);
  const way = (page: string, path: string, label: Html): Html =>
    when(visit.leadsTo(page), () => html`<a class="quiet" href="${path}">${label}</a>`);
  const ways = html`
<a class="quiet" href="/events/${eventID}/calendarevent.ics">${icon('calendar')}Add to calendar</a>
${way('/event/{event}/forum', `/event/${eventID}/forum`, html`${icon('messages-square')}Discussion`)}
${way('/photos', `/photos?event=${eventID}`, html`${icon('images')}Photos`)}
${when(isPassengerEventType(shown.eventType) && startTime <= visit.clock.now, () => way('/event/{event}/feedback', `/event/${eventID}/feedback`, html`${icon('pencil')}Send feedback`))}
${when(mayHold, () => way('/event/{event}/hold', `/event/${eventID}/hold`, html`${icon('user')}Host this event`))}
`;
  if (!mayFollow) return html`<p class="actions">${ways}</p>`;
  return html`<form method="post" class="actions"><button type="submit" class="${isFavorite || capacity !== undefined ? 'quiet' : 'button'}" name="${visit.action(isFavorite ? 'unfollow' : 'follow')}" value="${eventID}">${icon('star')}${isFavorite ? 'Following' : 'Follow'}</button>${photographerButton(shown, visit)}${ways}</form>`;
}

/** Links to the forum of an event. */
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

const feedbackForm = declareForm(feedbackApi.file.body.entries, {
  hostName: { kind: 'otherName', label: 'Host' },
  attendance: { label: 'Attendance' },
  recapString: { label: 'How it went', isMultiline: true },
  issuesString: { label: 'Problems with the room or anything else', isMultiline: true },
});

/** The host's feedback to the desk. */
export const eventFeedback = page({
  path: '/event/{event}/feedback',
  place: 'schedule',
  params: { event: uuid },
  query: { done: queryBoolean },
  asks: [feedbackApi.ownByEvent, feedbackApi.file],
  actions: {
    send: {
      asks: [feedbackApi.ownByEvent, feedbackApi.file],
      form: feedbackForm,
      async run(visit, form) {
        const { event: event_id } = visit.params;
        const {
          event: of,
          eventTitle,
          eventLocation,
          eventTime,
        } = await visit.ask(feedbackApi.ownByEvent, {
          params: { event_id },
        });
        const body = {
          ...form,
          eventUID: of?.uid ?? '',
          eventTitle,
          eventLocation,
          eventTime: eventTime.toISOString(),
        };
        await visit.ask(feedbackApi.file, { body });
        return { to: `/event/${event_id}/feedback?done` };
      },
    },
  },
  async show(visit) {
    const { event: event_id } = visit.params;
    const report = await visit.ask(feedbackApi.ownByEvent, { params: { event_id } });
    const { inputs, trouble } = renderInputs(visit, 'send', feedbackForm);
    const content = html`${savedNotice(visit, 'Thank you. Staff will read it. You can still edit it.')}
<p>About ${report.eventTitle}, ${visit.clock.moment(report.eventTime)}, ${report.eventLocation}.</p>
<form method="post">${actionField(visit, 'send')}${keyField()}${trouble()}
${inputs(report)}<p class="actions"><button type="submit" class="button">Send feedback</button></p></form>`;
    return pageBelow({ label: 'Event', path: `/event/${event_id}` }, 'Event feedback', content);
  },
});
