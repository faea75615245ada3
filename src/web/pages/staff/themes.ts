import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import type { DailyThemeData } from '#features/daily-themes/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { type CruiseDay, readCruiseDays } from '../../frame/cruise-days.ts';
import { actionField, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { describesOne, pictureFields } from '../../frame/picture-fields.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { oneLine } from '../../frame/text.ts';
import { call, page, type ValuesOf } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const path = '/staff/themes';

const form = {
  ...declareForm(dailyThemesApi.create.body.entries, {
    cruiseDay: { label: 'Day' },
    title: { label: 'Title' },
    info: { label: 'Description', isMultiline: true },
  }),
  image: v.optional(v.array(v.string())),
  ...describesOne,
  /** File name of the current picture, if the theme keeps it. */
  filename: v.optional(v.string()),
};

const readForm = ({ image, filename, description1: description, ...theme }: ValuesOf<typeof form>) => ({
  ...theme,
  image: { image: image?.[0], description, filename },
});

/** The themes of the days, and a form for days without one. */
export const themeDesk = page({
  path,
  place: 'more',
  query: { done: queryBoolean },
  asks: [dailyThemesApi.list, dailyThemesApi.create, clientServicesApi.settings],
  actions: {
    create: call(
      dailyThemesApi.create,
      form,
      (_visit: AnyVisit, typed) => ({ body: readForm(typed) }),
      () => `${path}?done`,
    ),
  },
  async show(visit) {
    const themes = await visit.ask(dailyThemesApi.list);
    const { days } = await readCruiseDays(visit);
    const free = days.filter(({ number }) => !themes.some(({ cruiseDay }) => cruiseDay === number));
    const content = html`${savedNotice(visit)}
${themes.length > 0 ? html`<ul class="rows">${themes.map((theme) => showTheme(theme, days, visit))}</ul>` : html`<p class="soft">No daily themes yet.</p>`}
${when(free.length, () => html`<details${visit.failure ? html` open` : ''}><summary>${icon('plus')}Add a daily theme</summary>${themeForm(visit, 'create', free)}</details>`)}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Daily themes', content);
  },
});

const nameDay = (number: number, days: readonly CruiseDay[], { clock }: AnyVisit): string => {
  const day = days.find((one) => one.number === number);
  return day ? `Day ${number}, ${clock.day(day.noon)}` : `Day ${number}`;
};

const showTheme = (
  { themeID, title, info, cruiseDay }: DailyThemeData,
  days: readonly CruiseDay[],
  visit: AnyVisit,
): Html =>
  html`<li><div><h2><a href="${path}/${themeID}">${title}</a></h2><p class="line">${nameDay(cruiseDay, days, visit)}: ${oneLine(info)}</p></div></li>`;

function themeForm<Action extends string>(
  visit: AnyVisit & VisitWith<Action>,
  action: Action,
  days: readonly CruiseDay[],
  theme?: DailyThemeData,
): Html {
  const { inputs, field, check, trouble } = renderInputs(visit, action, form);
  const options = days.map(({ number }) => [String(number), nameDay(number, days, visit)] as const);
  return html`<form method="post" enctype="multipart/form-data">${actionField(visit, action)}${keyField()}${trouble()}
${inputs(theme, { cruiseDay: { options } })}${when(theme?.image, (name) => html`<img src="/api/v3/image/thumb/${name}" alt="${theme?.imageDescription ?? 'Theme picture'}">${check({ name: 'filename', label: 'Keep this picture', value: name, isChecked: true })}`)}
${pictureFields(field, visit, { name: 'image', label: theme?.image ? 'New picture' : 'Picture' })}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
}

type OneVisit = Visit<{ readonly theme: string }, unknown>;
const toThemeParams = ({ params }: OneVisit) => ({ params: { themeID: params.theme } });

/** Edits or deletes a theme. */
export const themeAtDesk = page({
  path: `${path}/{theme}`,
  place: 'more',
  params: { theme: uuid },
  asks: [dailyThemesApi.list, dailyThemesApi.edit, clientServicesApi.settings],
  actions: {
    edit: call(
      dailyThemesApi.edit,
      form,
      (visit: OneVisit, typed) => ({ ...toThemeParams(visit), body: readForm(typed) }),
      () => `${path}?done`,
    ),
    remove: call(dailyThemesApi.delete, {}, toThemeParams, () => path),
  },
  async show(visit) {
    const theme = (await visit.ask(dailyThemesApi.list)).find(({ themeID }) => themeID === visit.params.theme);
    const { days } = await readCruiseDays(visit);
    const content = theme
      ? html`${themeForm(visit, 'edit', days, theme)}
<form method="post" class="actions"><button type="submit" class="quiet stop" name="${visit.action('remove')}">Delete theme</button></form>`
      : html`<p class="soft">Theme not found.</p>`;
    return pageBelow({ label: 'Daily themes', path }, theme?.title ?? 'Theme', content);
  },
});
