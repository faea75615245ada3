import type { AppointmentData } from '#core/appointments/records.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { formatCruiseDay } from '../../frame/cruise-days.ts';
import { eventLine, followButton, planLine } from '../../frame/events.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import type { Visit } from '../../visit.ts';
import { dutyWords, type Plan, toEntry } from './plan.ts';
import { describeSeats } from './seats.ts';

type AnyVisit = Visit<unknown, unknown, 'follow' | 'unfollow'>;
type Clock = Visit['clock'];

/** A line of a list and the time it's sorted by. */
interface Line {
  readonly start: Date;
  readonly end: Date;
  readonly html: Html;
}

/** Lists events, each with its star and its state in the viewer's plan. */
export function buildEventLines(events: readonly EventData[], plan: Plan, visit: AnyVisit): Line[] {
  const mayFollow = canFollow(visit);
  return events.map((event) => ({
    start: event.startTime,
    end: event.endTime,
    html: eventLine(event, visit.clock, {
      ...(mayFollow && { aside: followButton(event, visit) }),
      ...describePlanned(event.eventID, plan, describeSeat(event)),
    }),
  }));
}

/** Lists the viewer's appointments. */
export function buildPlanLines(appointments: readonly AppointmentData[], plan: Plan, visit: AnyVisit): Line[] {
  const mayFollow = canFollow(visit);
  return appointments.map((appointment) => {
    const { kind, id, title, startTime, endTime = startTime, duty, hasSeat } = appointment;
    const isFollowed = kind === 'event' && duty === undefined && !hasSeat;
    return {
      start: startTime,
      end: endTime,
      html: planLine(toEntry(appointment), visit.clock, {
        ...(mayFollow && isFollowed && { aside: followButton({ eventID: id, title, isFavorite: true }, visit) }),
        ...describePlanned(id, plan),
      }),
    };
  });
}

/** Shows how many seats are left, or the viewer's position on the waiting list. */
function describeSeat({ capacity, seatsTaken, seat, waitingPosition }: EventData): Html {
  if (seat === 'seat' || capacity === undefined) return nothing;
  if (seat === undefined) return html`<p class="s soft">${describeSeats({ capacity, seatsTaken })}</p>`;
  return html`<p class="say s">${icon('clock')}<span>Waiting list, number ${waitingPosition ?? ''}</span></p>`;
}

/** Shows the viewer's duty or seat at an event, and the appointments that it overlaps with. */
function describePlanned(id: string, { byID, clashes }: Plan, seats: Html = nothing) {
  const [{ duty, hasSeat } = {}, other] = [byID.get(id), clashes.get(id)];
  if (duty === undefined && other === undefined && !hasSeat && seats === nothing) return {};
  const seat = hasSeat ? html`<p class="say s">${icon('check')}<span>You have a seat</span></p>` : seats;
  const remark = html`${seat}${when(duty, (word) => html`<p class="say s">${icon('check')}<span>${dutyWords[word]}</span></p>`)}${when(other, (title) => html`<p class="say s stop">${icon('triangle-alert')}<span>Overlaps ${title}</span></p>`)}`;
  return { isClash: other !== undefined, remark };
}

const canFollow = (visit: AnyVisit): boolean => visit.viewer !== undefined && visit.isOpen(scheduleApi.addFavorite);

/** One form around the whole list, so following works without script. */
export const wrapInForm = (list: Html, visit: AnyVisit): Html =>
  canFollow(visit) ? html`<form method="post">${list}</form>` : list;

const isOver = ({ start, end }: Line, now: Date): boolean => end <= now && start < now;

/** Lists a day other than today. */
export const listDay = (lines: readonly Line[]): Html =>
  html`<ol class="events">${lines.map(({ html: line }) => line)}</ol>`;

/** Lists today. Past events are collapsed, so that the page opens at the current ones. */
export function listToday(lines: readonly Line[], { clock }: AnyVisit, tomorrow: string | undefined): Html {
  const [over, rest] = splitPast(lines, clock.now);
  const begun = rest.filter(({ start }) => start <= clock.now).length;
  const now = html`<li class="now-line">${clock.time(clock.now)} <span class="hide">now</span></li>`;
  const shown = rest.map(({ html: line }) => line).toSpliced(begun, 0, now);
  const end = html`<p class="soft">Nothing else today.${when(tomorrow, (path) => html` <a href="${path}">Tomorrow</a>`)}</p>`;
  return html`${collapse(over, 'earlier today', (all) => listDay(all))}<ol class="events" id="now">${shown}</ol>${rest.length > 0 ? nothing : end}`;
}

/** Lists several days, each with a heading. Past events are collapsed. */
export function listDays(lines: readonly Line[], { clock }: AnyVisit): Html {
  const [over, rest] = splitPast(lines, clock.now);
  const today = formatCruiseDay(clock.now, clock);
  const sections = (all: readonly Line[], id: string) => showDays(all, { id, today, clock });
  if (rest.length === 0) return sections(over, 'over');
  return html`${collapse(over, 'already over', (all) => sections(all, 'over'))}<div id="now">${sections(rest, 'day')}</div>`;
}

function showDays(lines: readonly Line[], { id, today, clock }: { id: string; today: string; clock: Clock }): Html {
  const byDay = Map.groupBy(lines, ({ start }) => formatCruiseDay(start, clock));
  return html`${[...byDay].map(
    ([name, ofDay], index) =>
      html`<section class="day" aria-labelledby="${id}${index}"><h2 id="${id}${index}">${name === today ? `Today, ${name}` : name}</h2>${listDay(ofDay)}</section>`,
  )}`;
}

function splitPast(lines: readonly Line[], now: Date): [over: readonly Line[], rest: readonly Line[]] {
  const { over = [], rest = [] } = Object.groupBy(lines, (line) => (isOver(line, now) ? 'over' : 'rest'));
  return [over, rest];
}

const collapse = (lines: readonly Line[], what: string, show: (lines: readonly Line[]) => Html): Html =>
  when(
    lines.length,
    (count) =>
      html`<details class="over"><summary>${icon('chevron-right')}${count} ${what}</summary>${show(lines)}</details>`,
  );
