import { isAtLeast } from '#contract/access.ts';
import { uuid } from '#contract/fields.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { seatsApi } from '#features/seats/api.ts';
import type { EventSeatsData, SeatHolderData } from '#features/seats/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { face, getShownName } from '../../frame/people.ts';
import { backHead } from '../../frame/shell.ts';
import { keepsMessages } from '../../frame/unsent.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type VisitOfEvent = Visit<{ readonly event: string }, unknown>;
const toEvent = ({ params }: VisitOfEvent) => ({ params: { event_id: params.event } });

/** What visitors of an event's page can do about a seat. */
export const seatActions = {
  takeSeat: call(seatsApi.take, {}, toEvent),
  giveUpSeat: call(seatsApi.giveUp, {}, toEvent),
};

type SeatVisit = Visit<unknown, unknown, keyof typeof seatActions>;

/** Endpoints that the panel may call. */
export const seatPanelEndpoints = [performersApi.ownPerformer];

/** Shows how many seats are left, and what the viewer has; nothing if anyone can come. */
export async function seatPanel(event: EventData, visit: SeatVisit): Promise<Html> {
  const { capacity, seat } = event;
  const door = (await canSeeDoorList(event, visit))
    ? html`<p class="ways"><a href="/event/${event.eventID}/seats">${capacity === undefined ? 'Limit the seats' : 'Door list'}</a></p>`
    : nothing;
  if (capacity === undefined && seat === undefined) return door;
  return html`<section class="seats" aria-labelledby="seats"><div class="top"><h2 id="seats">Seats</h2>${door}</div>
<p>${describeSeats(event)}</p>
${ownSeat(event)}
${when(event.endTime > visit.clock.now && visit.viewer && visit.isOpen(seatsApi.take), () => seatForm(event, visit))}
</section>`;
}

/** Staff may be at the door of events with a limit, people who hold an event at theirs. */
async function canSeeDoorList({ capacity, performers }: EventData, visit: SeatVisit): Promise<boolean> {
  if (!visit.viewer || !visit.isOpen(seatsApi.list)) return false;
  if (isAtLeast(visit.viewer.level, capacity === undefined ? 'devteam' : 'moderator')) return true;
  if (performers.every(({ isOfficialPerformer }) => isOfficialPerformer)) return false;
  const own = await visit.askIfAllowed(performersApi.ownPerformer);
  return performers.some(({ id }) => id !== undefined && id === own?.header.id);
}

type Seats = Pick<EventData, 'capacity' | 'seatsTaken'>;

const isFull = ({ capacity = 0, seatsTaken = 0 }: Seats): boolean => seatsTaken >= capacity;

/** Says how many seats are left. */
export function describeSeats({ capacity, seatsTaken = 0 }: Seats): string {
  if (capacity === undefined) return 'Anyone can come.';
  const left = capacity - seatsTaken;
  if (left > 0) return `${left} of ${capacity} ${capacity === 1 ? 'seat' : 'seats'} left`;
  return capacity === 1 ? 'The only seat is taken' : `All ${capacity} seats are taken`;
}

function ownSeat({ seat, waitingPosition }: EventData): Html {
  if (seat === 'seat') return html`<p class="say s">${icon('check')}<span>You have a seat</span></p>`;
  return when(
    waitingPosition,
    (position) =>
      html`<p class="say s">${icon('clock')}<span>You’re number ${position} on the waiting list. If a seat becomes free, you get it automatically.</span></p>`,
  );
}

function seatForm(event: EventData, visit: SeatVisit): Html {
  const { seat, capacity } = event;
  const button = (kind: string, action: keyof typeof seatActions, label: string) =>
    html`<form method="post" class="actions">${keyField()}<button type="submit" class="${kind}" name="${visit.action(action)}">${label}</button></form>`;
  if (seat === 'waiting') return button('quiet', 'giveUpSeat', 'Leave the waiting list');
  if (seat === undefined) return button('button', 'takeSeat', isFull(event) ? 'Join the waiting list' : 'Take a seat');
  if (capacity === undefined || !isFull(event)) return button('quiet', 'giveUpSeat', 'Give up your seat');
  return html`<details><summary>Give up your seat</summary><p class="soft">If someone is waiting, they get it immediately.</p>${button('quiet stop', 'giveUpSeat', 'Give up seat')}</details>`;
}

const capacityForm = declareForm(seatsApi.changeCapacity.body.entries, {
  capacity: { label: 'Number of seats', isRequired: true },
});
const getHolderParams = ({ params }: VisitOfEvent, { person }: { person: string }) => ({
  params: { event_id: params.event, userID: person },
});

type DoorVisit = Visit<{ readonly event: string }, unknown, 'limit' | 'unlimit' | 'checkIn' | 'undo'>;

/** The people with a seat at an event, and buttons to check them in, which also work offline. */
export const doorList = page({
  path: '/event/{event}/seats',
  place: 'schedule',
  params: { event: uuid },
  asks: [scheduleApi.event, seatsApi.list],
  actions: {
    limit: call(seatsApi.changeCapacity, capacityForm, (visit: VisitOfEvent, body) => ({ ...toEvent(visit), body })),
    unlimit: call(seatsApi.changeCapacity, {}, (visit: VisitOfEvent) => ({
      ...toEvent(visit),
      body: { capacity: null },
    })),
    checkIn: call(seatsApi.checkIn, { person: uuid }, getHolderParams),
    undo: call(seatsApi.undoCheckIn, { person: uuid }, getHolderParams),
  },
  async show(visit) {
    const event = await visit.ask(scheduleApi.event, toEvent(visit));
    const list = await visit.ask(seatsApi.list, toEvent(visit));
    const { clock } = visit;
    const main = html`<main data-live="often">
${backHead('Event', `/event/${event.eventID}`)}
<div class="col lone">
<h1>Door list</h1>
<p>${event.title}, ${clock.moment(event.startTime)}</p>
${when(list.seatsTaken, (taken) => html`<p><b>${list.checkedInCount} of ${taken}</b> checked in</p>`)}
${when(list.capacity !== undefined, () => html`<p class="soft">${describeSeats(list)}</p>`)}
${when(list.seats.length, () => html`<h2>Seats</h2>${showHolders(list.seats, 'Check in', visit)}`)}
${when(list.waiting.length, (count) => html`<h2>Waiting list, ${count}</h2><p class="soft">Checking someone in here gives them a seat.</p>${showHolders(list.waiting, 'Check in', visit)}`)}
${when(list.seats.length + list.waiting.length === 0, () => html`<p class="soft">${list.capacity === undefined ? 'This event has no limit: anyone can come.' : 'No one has taken a seat yet.'}</p>`)}
${unsentTemplate}
${when(list.mayLimit, () => limitForm(list, visit))}
</div>
</main>`;
    return { title: `Door list, ${event.title}`, main };
  },
});

const showHolders = (holders: readonly SeatHolderData[], label: string, visit: DoorVisit): Html =>
  html`<ul class="rows">${holders.map((holder) => showHolder(holder, label, visit))}</ul>`;

function showHolder({ user, checkedInAt, isHidden }: SeatHolderData, label: string, visit: DoorVisit): Html {
  const state = when(
    checkedInAt,
    (at) => html`<p class="say s">${icon('check')}<span>In since ${visit.clock.time(at)}</span></p>`,
  );
  if (isHidden)
    return html`<li><div><h3>Someone you can’t see</h3><p class="line">Staff can check them in</p>${state}</div></li>`;
  const name = html`<span class="hide">: ${getShownName(user)}</span>`;
  const button = checkedInAt
    ? html`<button type="submit" class="quiet">Undo${name}</button>`
    : html`<button type="submit" class="button">${label}${name}</button>`;
  return html`<li>${face(user)}<div><h3>${getShownName(user)}</h3><p class="line">@${user.username}</p>${state}</div><form method="post" id="in-${user.userID}"${keepsMessages}>${actionField(visit, checkedInAt ? 'undo' : 'checkIn')}${keyField()}<input type="hidden" name="person" value="${user.userID}">${button}</form></li>`;
}

/** Shown instead of a person's button until the server has processed it. */
const unsentTemplate = html`<template data-unsent><div class="unsent" data-waits><p class="say s" data-when="waiting" role="status">${icon('clock')}<span>Saved, not sent yet</span></p>
<p class="say s stop" data-when="refused" role="alert" hidden>${icon('circle-alert')}<span class="why"></span></p>
<p class="actions" data-when="refused" hidden><button type="button" class="quiet" value="again">Try again</button><button type="button" class="quiet" value="drop">OK</button></p></div></template>`;

function limitForm({ capacity, waiting }: EventSeatsData, visit: DoorVisit): Html {
  const { inputs, trouble } = renderInputs(visit, 'limit', capacityForm);
  return html`<h2>Limit</h2>
<form method="post">${actionField(visit, 'limit')}${keyField()}${trouble()}${inputs(capacity === undefined ? undefined : { capacity })}
<p class="hint">No one loses a seat if you lower it.</p>
<p class="actions"><button type="submit" class="quiet">Save</button></p></form>
${when(capacity, () => html`<details><summary>Remove the limit</summary><p class="soft">Anyone can come then.${when(waiting.length, (count) => html` ${count === 1 ? 'The one who is waiting gets a seat' : `All ${count} who are waiting get a seat`}.`)}</p><form method="post" class="actions">${keyField()}<button type="submit" class="quiet stop" name="${visit.action('unlimit')}">Remove limit</button></form></details>`)}`;
}
