import * as v from 'valibot';
import { builtInClientApps, type FeatureName, featureNames } from '#contract/features.ts';
import { adminApi } from '#staff/admin/api.ts';
import { SettingsAppFeaturePairInput } from '#staff/admin/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const words: Readonly<Record<FeatureName, string>> = {
  microblog: 'Feed',
  forums: 'Forums',
  seamail: 'Chats',
  schedule: 'Schedule',
  friendlyfez: 'Groups to join',
  karaoke: 'Karaoke songs',
  microkaraoke: 'Clip karaoke',
  gameslist: 'Board games',
  images: 'Pictures',
  users: 'Favorites, blocks, mutes and notes',
  phone: 'Phone calls',
  directphone: 'Direct phone calls',
  photostream: 'Photos',
  performers: 'Performers',
  seats: 'Seats at events',
  personalevents: 'Private and personal events',
  registration: 'New accounts',
  hunts: 'Hunts',
  eventFeedback: 'Feedback on events',
  quartermaster: 'Item board',
  mustsee: 'Must-see announcements',
  watching: 'Watched threads',
  incidents: 'Confidential incident reports',
  eventchanges: 'Changes of events in a plan',
  chatreactions: 'Reactions in chats',
  schedulechecks: 'Checks of an uploaded schedule',
  karaokequeue: 'Tonight’s karaoke queue',
  cooldown: 'Cooling threads down',
  chatreports: 'Reports from closed chats',
  upcoming: 'What’s next in a plan',
  moderatorreasons: 'Reasons that moderators give',
  picturedescriptions: 'Descriptions of pictures',
  all: 'Everything',
};

type AnyVisit = Visit<unknown, unknown>;
interface Pair {
  readonly app: string;
  readonly feature: string;
}

type FeaturesVisit = Visit<unknown, unknown, 'off' | 'on' | 'offInApp'>;

const appForm = declareForm(SettingsAppFeaturePairInput.entries, {
  app: {
    label: 'App',
    kind: 'word',
    isRequired: true,
    hint: `${builtInClientApps.filter((app) => app !== 'all').join(', ')} or another app added by the crew`,
  },
});

/** A button's value has the app and the feature. */
const buttonPair = {
  value: v.pipe(
    v.string(),
    v.transform((text): Pair => {
      const [app = '', feature = ''] = text.split(' ');
      return { app, feature };
    }),
  ),
};

/** Which features are on, for the whole service and for single apps. */
export const features = page({
  path: '/staff/features',
  place: 'more',
  asks: [adminApi.serverSettings],
  mayAsk: [adminApi.changeServerSettings],
  actions: {
    off: call(adminApi.changeServerSettings, buttonPair, (_visit: AnyVisit, { value }) => ({
      body: { disableFeatures: [value] },
    })),
    on: call(adminApi.changeServerSettings, buttonPair, (_visit: AnyVisit, { value }) => ({
      body: { enableFeatures: [value] },
    })),
    offInApp: call(
      adminApi.changeServerSettings,
      { ...appForm, feature: v.picklist(featureNames) },
      (_visit: AnyVisit, pair) => ({ body: { disableFeatures: [pair] } }),
    ),
  },
  async show(visit) {
    const { disabledFeatures } = await visit.ask(adminApi.serverSettings);
    const mayChange = visit.isOpen(adminApi.changeServerSettings);
    const inApps = disabledFeatures.filter(({ app }) => app !== 'all');
    const isOff = (feature: FeatureName) =>
      disabledFeatures.some((pair) => pair.app === 'all' && pair.feature === feature);
    const content = html`<p class="soft">Switching a feature off immediately hides it in apps and pages for everyone except administrators and the management office.</p>
${wrapInForm(mayChange, html`<ul class="switches">${featureNames.map((feature) => showSwitch(feature, isOff(feature), mayChange ? visit : undefined))}</ul>`)}
<section aria-labelledby="apps"><h2 id="apps">Per app</h2>
<p class="soft">Features switched off only in one app.</p>
${inApps.length > 0 ? wrapInForm(mayChange, html`<ul class="rows">${inApps.map((pair) => showPair(pair, mayChange ? visit : undefined))}</ul>`) : html`<p>No features are off in a single app.</p>`}
${when(mayChange, () => showAppForm(visit))}</section>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Features', content);
  },
});

/** A list with buttons is a form. */
const wrapInForm = (hasButtons: boolean, list: Html): Html =>
  hasButtons ? html`<form method="post">${list}</form>` : list;

const showSwitch = (feature: FeatureName, isOff: boolean, visit: FeaturesVisit | undefined): Html =>
  html`<li><span>${words[feature]}${when(isOff, () => html` <small>off for everyone</small>`)}</span>${visit ? html`<button type="submit" role="switch" aria-checked="${String(!isOff)}" aria-label="${words[feature]}" name="${visit.action(isOff ? 'on' : 'off')}" value="all ${feature}"></button>` : html`<b>${isOff ? 'off' : 'on'}</b>`}</li>`;

function showPair({ app, feature }: Pair, changer: FeaturesVisit | undefined): Html {
  const name = words[feature as FeatureName] ?? feature;
  return html`<li><div><h3>${name}</h3><p class="line">off in ${app}</p></div>${when(changer, (visit) => html`<button type="submit" class="quiet" name="${visit.action('on')}" value="${app} ${feature}">Switch on<span class="hide"> ${name} in ${app}</span></button>`)}</li>`;
}

function showAppForm(visit: FeaturesVisit): Html {
  const { input, choice, trouble } = renderInputs(visit, 'offInApp', appForm);
  return html`<form method="post">${actionField(visit, 'offInApp')}${trouble()}
${input('app')}
${choice({ name: 'feature', label: 'Feature', options: featureNames.map((feature) => [feature, words[feature]]) })}
<p class="actions"><button type="submit" class="quiet">Switch it off there</button></p></form>`;
}
