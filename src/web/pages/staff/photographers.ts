import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger } from '#contract/query.ts';
import { rolesApi } from '#core/users/api/roles.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { ShutternautScheduleReportData } from '#features/schedule/records.ts';
import { readCruiseDays } from '../../frame/cruise-days.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { findPerson, personField, usernameEndpoints } from '../../frame/named-people.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { face, getShownName, photographerNames } from '../../frame/people.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const path = '/staff/photographers';
const buttonToParams = (_visit: AnyVisit, { value }: { value: string }) => ({ params: { event_id: value } });
const perPage = 30;

/** Events to be photographed, and their photographers. */
export const photographers = page({
  path,
  place: 'more',
  query: { day: queryInteger, start: queryInteger },
  asks: [scheduleApi.photographerReport, clientServicesApi.settings],
  mayAsk: [scheduleApi.needNoPhotographer],
  actions: { spare: call(scheduleApi.needNoPhotographer, { value: uuid }, buttonToParams) },
  async show(visit) {
    const { day, start } = visit.query;
    const { days } = await readCruiseDays(visit);
    const { items, paginator } = await visit.ask(scheduleApi.photographerReport, {
      query: { cruiseday: day, start, limit: perPage },
    });
    const maySpare = visit.isOpen(scheduleApi.needNoPhotographer);
    const lines = html`<ul class="rows">${items.map((item) => showItem(item, maySpare, visit))}</ul>`;
    const content = html`${tabs('Days', [
      { path, label: 'All', isCurrent: day === undefined },
      ...days.map(({ number }) => ({
        path: `${path}?day=${number}`,
        label: `Day ${number}`,
        isCurrent: day === number,
      })),
    ])}
${items.length === 0 ? html`<p class="soft">No events need a photographer.</p>` : maySpare ? html`<form method="post">${lines}</form>` : lines}
${pager(paginator, (at) => buildAddress(path, { day, start: at }))}
<p class="actions"><a class="quiet" href="${path}/table${day === undefined ? '' : `?day=${day}`}">${icon('download')}Download CSV</a>${when(visit.leadsTo(`${path}/choose`), () => html`<a class="quiet" href="${path}/choose">Choose events</a>`)}${when(visit.leadsTo(`${path}/people`), () => html`<a class="quiet" href="${path}/people">Manage photographers</a>`)}</p>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Photographers', content);
  },
});

function showItem(
  item: ShutternautScheduleReportData,
  maySpare: boolean,
  visit: Visit<unknown, unknown, 'spare'>,
): Html {
  const { clock } = visit;
  const { eventID, title, startTime, location, needsPhotographer, photographers: people } = item;
  return html`<li class="tall"><div><h2><a href="/event/${eventID}">${title}</a></h2><p>${clock.day(startTime)}, ${clock.time(startTime)}, ${location}: ${photographerNames(people)}</p></div>${when(maySpare && needsPhotographer, () => html`<button type="submit" class="quiet above" name="${visit.action('spare')}" value="${eventID}">No photographer needed<span class="hide">: ${title}</span></button>`)}</li>`;
}

/** The same list as a spreadsheet with all rows. */
export const photographerTable = page({
  path: `${path}/table`,
  isFile: true,
  query: { day: queryInteger },
  asks: [scheduleApi.downloadPhotographerReport],
  async show(visit) {
    const query = { cruiseday: visit.query.day };
    return { content: await visit.ask(scheduleApi.downloadPhotographerReport, { query }) };
  },
});

/** Marks a day's events as to be photographed. */
export const chooseForPhotographers = page({
  path: `${path}/choose`,
  place: 'more',
  query: { day: queryInteger },
  asks: [scheduleApi.needPhotographer, scheduleApi.needNoPhotographer, scheduleApi.list, clientServicesApi.settings],
  actions: {
    need: call(scheduleApi.needPhotographer, { value: uuid }, buttonToParams),
    spare: call(scheduleApi.needNoPhotographer, { value: uuid }, buttonToParams),
  },
  async show(visit) {
    const { days, today } = await readCruiseDays(visit);
    const day = visit.query.day ?? today?.number ?? 1;
    const events = await visit.ask(scheduleApi.list, { query: { cruiseday: day } });
    const { clock } = visit;
    const content = html`${tabs(
      'Days',
      days.map(({ number }) => ({
        path: `${path}/choose?day=${number}`,
        label: `Day ${number}`,
        isCurrent: day === number,
      })),
    )}
${
  events.length === 0
    ? html`<p class="soft">No events on this day.</p>`
    : html`<form method="post"><ul class="rows">${events.map(
        ({ eventID, title, startTime, location, shutternautData }) => {
          const isNeeded = shutternautData?.needsPhotographer ?? false;
          return html`<li><div><h2>${title}</h2><p class="line">${clock.time(startTime)}, ${location}</p></div><button type="submit" class="icon" name="${visit.action(isNeeded ? 'spare' : 'need')}" value="${eventID}" aria-pressed="${String(isNeeded)}" aria-label="Needs a photographer: ${title}">${icon('star')}</button></li>`;
        },
      )}</ul></form>`
}`;
    return pageBelow({ label: 'Photographers', path }, 'Events to photograph', content);
  },
});

const role = 'shutternaut';

/** The users who may sign up to photograph events. */
export const photographerPeople = page({
  path: `${path}/people`,
  place: 'more',
  query: { done: queryBoolean },
  asks: [rolesApi.roleHolders],
  actions: {
    give: {
      asks: [...usernameEndpoints, rolesApi.giveRole],
      form: { username: v.string() },
      async run(visit, { username }) {
        const userID = await findPerson(visit, 'username', username);
        await visit.ask(rolesApi.giveRole, { params: { role, userID } });
        return { to: `${path}/people?done` };
      },
    },
    take: call(rolesApi.takeRole, { value: uuid }, (_visit: AnyVisit, { value }) => ({
      params: { role, userID: value },
    })),
  },
  async show(visit) {
    const people = await visit.ask(rolesApi.roleHolders, { params: { role } });
    const { field, trouble } = createFields(visit, 'give');
    const content = html`${savedNotice(visit, 'Photographer added. They can now sign up for events.')}
<form method="post">${actionField(visit, 'give')}${keyField()}${trouble()}
${field(personField)}
<p class="actions"><button type="submit" class="quiet">Add photographer</button></p></form>
${people.length === 0 ? html`<p class="soft">No photographers yet.</p>` : html`<form method="post"><ul class="rows">${people.map((user) => html`<li>${face(user)}<div><h2>${getShownName(user)}</h2><p class="line">@${user.username}</p></div><button type="submit" class="quiet" name="${visit.action('take')}" value="${user.userID}">Remove<span class="hide"> ${getShownName(user)}</span></button></li>`)}</ul></form>`}`;
    return pageBelow({ label: 'Photographers', path }, 'Manage photographers', content);
  },
});
