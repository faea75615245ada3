import { clientServicesApi } from '#features/client-services/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData, EventPlaceData } from '#features/schedule/records.ts';
import { readCruiseDays } from '../../frame/cruise-days.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { pageBelow, shipTime } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type Clock = Visit['clock'];

/** Shows what's on now and next in each location, deck by deck. */
export const schedulePlaces = page({
  path: '/schedule/places',
  place: 'schedule',
  asks: [scheduleApi.places, scheduleApi.list, clientServicesApi.settings],
  async show(visit) {
    const places = await visit.ask(scheduleApi.places);
    const { days, today } = await readCruiseDays(visit);
    const day = today ?? days[0];
    const events = await visit.ask(scheduleApi.list, { query: { cruiseday: day?.number ?? 1 } });
    const currentAndLater = events.filter(({ endTime }) => endTime > visit.clock.now);
    const byPlace = Map.groupBy(currentAndLater, ({ location }) => location.trim());
    const decks = [...Map.groupBy(places, ({ deck }) => deck)];
    const content = html`${when(decks.length > 1, () => deckLinks(decks.map(([deck]) => deck)))}
${decks.map(([deck, ofDeck]) => {
  const rows = html`<ul class="rows">${ofDeck.map((place) => showPlace(place, byPlace.get(place.location) ?? [], visit.clock))}</ul>`;
  if (decks.length === 1) return rows;
  const id = getDeckID(deck);
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${getPlaceName(deck)}</h2>${rows}</section>`;
})}
${when(places.length === 0, () => html`<p class="soft">No places yet, because the schedule is empty.</p>`)}`;
    return pageBelow({ label: 'Schedule', path: '/schedule' }, 'What’s on by place', content, shipTime(visit));
  },
});

type Deck = EventPlaceData['deck'];

const getDeckID = (deck: Deck): string => (deck === undefined ? 'elsewhere' : `deck-${deck}`);
const getPlaceName = (deck: Deck): string => (deck === undefined ? 'Elsewhere' : `Deck ${deck}`);

const deckLinks = (decks: readonly Deck[]): Html =>
  html`<nav class="jumps" aria-label="Decks">${decks.map((deck) => html`<a href="#${getDeckID(deck)}">${getPlaceName(deck)}</a>`)}</nav>`;

/** The heading already names the deck. */
const shorten = (location: string): string =>
  location.replace(/,?(?<!\s)\s*\bdeck\s+\d+\b/i, '').replace(/^,\s*/, '') || location;

function showPlace({ location }: EventPlaceData, coming: readonly EventData[], clock: Clock): Html {
  const running = coming.filter(({ startTime }) => startTime <= clock.now);
  const next = coming.find(({ startTime }) => startTime > clock.now);
  const path = `/schedule?place=${encodeURIComponent(location)}`;
  return html`<li><div><h3><a href="${path}">${shorten(location)}</a></h3>
${running.map(({ title, endTime }) => html`<p class="line"><b class="now">Now</b> until ${clock.time(endTime)}: ${title}</p>`)}
${next ? html`<p class="line">${clock.time(next.startTime)}: ${next.title}</p>` : running.length === 0 ? html`<p class="line">Nothing else today</p>` : nothing}</div></li>`;
}
