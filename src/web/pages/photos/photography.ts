import { uuid } from '#contract/fields.ts';
import { queryWordOrNone } from '#contract/query.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { type Html, html } from '../../frame/html.ts';
import { photographerNames } from '../../frame/people.ts';
import { pageBelow } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const path = '/photography';
const buttonToParams = (_visit: AnyVisit, { value }: { value: string }) => ({ params: { event_id: value } });

const photographyFilters = {
  wanted: {
    label: 'Unassigned',
    query: { hasPhotographer: false },
    none: 'Every event that needs a photographer has one.',
  },
  all: { label: 'All', query: { needsPhotographer: true }, none: 'No events need a photographer.' },
  own: { label: 'Yours', query: { hasPhotographer: true }, none: 'You haven’t signed up for any events yet.' },
} as const;
type Choice = keyof typeof photographyFilters;
const choiceWords = Object.keys(photographyFilters) as Choice[];

/** For photographers: events that still need one, and those they have signed up for. */
export const photography = page({
  path,
  place: 'more',
  query: { show: queryWordOrNone(choiceWords) },
  asks: [scheduleApi.list, scheduleApi.addPhotographer, scheduleApi.removePhotographer],
  actions: {
    photograph: call(scheduleApi.addPhotographer, { value: uuid }, buttonToParams),
    photographNot: call(scheduleApi.removePhotographer, { value: uuid }, buttonToParams),
  },
  async show(visit) {
    const choice = choiceWords.find((word) => word === visit.query.show) ?? 'wanted';
    const events = (await visit.ask(scheduleApi.list, { query: photographyFilters[choice].query })).filter(
      ({ endTime, shutternautData }) =>
        endTime >= visit.clock.now && (choice !== 'own' || shutternautData?.userIsPhotographer),
    );
    const content = html`${tabs(
      'Which events',
      choiceWords.map((word) => ({
        path: word === 'wanted' ? path : `${path}?show=${word}`,
        label: photographyFilters[word].label,
        isCurrent: word === choice,
      })),
    )}
${events.length > 0 ? html`<form method="post"><ul class="rows">${events.map((event) => showEvent(event, visit))}</ul></form>` : html`<p class="soft">${photographyFilters[choice].none}</p>`}`;
    return pageBelow({ label: 'More', path: '/more' }, 'For photographers', content);
  },
});

function showEvent(
  { eventID, title, startTime, location, shutternautData }: EventData,
  visit: Visit<unknown, unknown, 'photograph' | 'photographNot'>,
): Html {
  const { clock } = visit;
  const { photographers = [], userIsPhotographer = false } = shutternautData ?? {};
  const name = userIsPhotographer ? 'photographNot' : 'photograph';
  return html`<li class="tall"><div><h2><a href="/event/${eventID}">${title}</a></h2><p>${clock.day(startTime)}, ${clock.time(startTime)}, ${location}: ${photographerNames(photographers)}</p></div><button type="submit" class="quiet above" name="${visit.action(name)}" value="${eventID}">${userIsPhotographer ? 'Withdraw as photographer' : 'Sign up to photograph'}<span class="hide">: ${title}</span></button></li>`;
}
