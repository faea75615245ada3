import { announcementsApi } from '#features/announcements/api.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { readCruiseDays } from '../frame/cruise-days.ts';
import { progressBar } from '../frame/events.ts';
import { type Html, html, when } from '../frame/html.ts';
import { icon } from '../frame/icons.ts';
import { qrCode } from '../frame/qr-code.ts';
import { oneLine } from '../frame/text.ts';
import { page } from '../page.ts';
import type { Visit } from '../visit.ts';

type Clock = Visit['clock'];

/** For screens in corridors: what's on now and next in each room. No one signs in there. */
export const wall = page({
  path: '/wall',
  ignoresSession: true,
  asks: [clientServicesApi.settings],
  mayAsk: [scheduleApi.list, announcementsApi.list, dailyThemesApi.list],
  async show(visit) {
    const { clock } = visit;
    const { days, today } = await readCruiseDays(visit);
    const events = (await visit.askIfAllowed(scheduleApi.list, { query: { cruiseday: today?.number ?? 1 } })) ?? [];
    const theme = (await visit.askIfAllowed(dailyThemesApi.list))?.find(({ cruiseDay }) => cruiseDay === today?.number);
    const all = (await visit.askIfAllowed(announcementsApi.list)) ?? [];
    const announcements = [...all.filter(({ mustSee }) => mustSee), ...all.filter(({ mustSee }) => !mustSee)];
    const address = visit.findShipAddress();
    const main = html`<main>
<header>
<div><h1>Now and next</h1><p class="soft">${clock.day(clock.now)}${when(today, ({ number }) => html`, day ${number} of ${days.length}`)}${when(theme, ({ title }) => html`. Today: <b>${title}</b>`)}</p></div>
<p class="clock">${clock.time(clock.now)} <span>ship time</span></p>
</header>
${showRooms(findRooms(events, clock.now), clock)}
<footer>
<div>${announcements.slice(0, maxAnnouncements).map(({ text }) => html`<p class="say">${icon('megaphone')}<b>${oneLine(text, 160)}</b></p>`)}</div>
<p class="join"><span>On your phone<br><b>${address.replace(/^https?:\/\//, '')}</b></span>${qrCode(address, `QR code for ${address}`)}</p>
</footer>
</main>`;
    return { title: 'Now and next', main, isScreen: true };
  },
});

const maxAnnouncements = 2;
/** As many as are legible from the other side of a corridor. */
const maxRooms = 7;

interface RoomProgramme {
  readonly name: string;
  readonly now: EventData | undefined;
  readonly next: EventData | undefined;
}

/** Finds the rooms whose current or next event starts first, sorted by name. */
function findRooms(events: readonly EventData[], now: Date): RoomProgramme[] {
  const coming = events.filter(({ endTime, location }) => endTime > now && location !== '');
  const rooms = [...Map.groupBy(coming, ({ location }) => location)].map(([name, inRoom]) => ({
    name,
    now: inRoom.find(({ startTime }) => startTime <= now),
    next: inRoom.find(({ startTime }) => startTime > now),
  }));
  const startOf = ({ now: running, next }: RoomProgramme): number => (running ?? next)?.startTime.getTime() ?? 0;
  return rooms
    .toSorted((left, right) => startOf(left) - startOf(right))
    .slice(0, maxRooms)
    .toSorted((left, right) => left.name.localeCompare(right.name));
}

function showRooms(rooms: readonly RoomProgramme[], clock: Clock): Html {
  if (rooms.length === 0) return html`<p class="quiet-day">Nothing else is scheduled today.</p>`;
  return html`<table class="rooms">
<thead><tr><th scope="col">Place</th><th scope="col"><span class="live">Now</span></th><th scope="col">Next</th></tr></thead>
<tbody>${rooms.map(
    ({ name, now, next }) => html`<tr><th scope="row">${name}</th>
<td>${now ? html`<b>${now.title}</b> <span>until ${clock.time(now.endTime)}</span>${progressBar(now, clock.now)}` : html`<span>free</span>`}</td>
<td>${when(next, ({ title, startTime }) => html`<b>${title}</b> <span>${clock.time(startTime)}${when(isSoon(startTime, clock), () => html`, <span class="now">${clock.soon(startTime)}</span>`)}</span>`)}</td></tr>`,
  )}</tbody>
</table>`;
}

const isSoon = (startTime: Date, { now }: Clock): boolean => startTime.getTime() - now.getTime() < 60 * 60_000;
