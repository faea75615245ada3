import * as v from 'valibot';
import { queryBoolean } from '#contract/query.ts';
import { adminApi } from '#staff/admin/api.ts';
import {
  maxTexts,
  minimumLevels,
  type NumberSetting,
  numberRanges,
  type SettingsAdminData,
  type TextSetting,
} from '#staff/admin/records.ts';
import { ticked, typedNumber } from '../../frame/form-values.ts';
import { actionField, fieldsOf } from '../../frame/forms.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { doneNote, pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const numbers: Readonly<Record<NumberSetting, string>> = {
  tokenLifetimeDays: 'Days until people have to sign in again, 0 for never',
  maxAlternateAccounts: 'Further accounts of one person',
  maximumMicroblogPosts: 'Posts of the feed on a page, at most',
  maximumForums: 'Threads on a page, at most',
  maximumForumPosts: 'Posts of a thread on a page, at most',
  maxImageSize: 'Bytes of a picture, at most',
  maxForumPostImages: 'Pictures of a forum post, at most',
  photostreamUploadRateLimit: 'Seconds between two photos of one person',
  forumAutoQuarantineThreshold: 'Reports that hide a thread',
  postAutoQuarantineThreshold: 'Reports that hide a post or photo',
  userAutoQuarantineThreshold: 'Reports that hide a profile',
  upcomingEventNotificationSeconds: 'Seconds before a start at which people are reminded',
};

const flags = {
  enablePreregistration: 'Before the sailing: people may make accounts already',
  registrationCodeRequired: 'Nobody makes an account without a code',
  allowAnimatedImages: 'Pictures may move',
  enableSiteNotificationDataCaching: 'Other web clients may keep what is unread for a while',
} as const satisfies Partial<Record<keyof SettingsAdminData, string>>;
type Flag = keyof typeof flags;

const texts: Readonly<Record<TextSetting, string>> = {
  shipWifiSSID: 'Name of the ship’s network',
  scheduleUpdateURL: 'Address of the schedule',
};

const whoMayEnter = [
  ['banned', 'Everybody'],
  ['moderator', 'Moderators and above'],
  ['devteam', 'Development team and above'],
  ['tho', 'Management office and above'],
  ['admin', 'Administrators only'],
] as const satisfies readonly (readonly [(typeof minimumLevels)[number], string])[];

const reminders = [
  ['disabled', 'Never'],
  ['cruiseWeek', 'As if it were the week of the sailing'],
  ['current', 'In the week of the sailing'],
] as const;
const reminderWord = v.picklist(reminders.map(([word]) => word));

const numberNames = Object.keys(numbers) as NumberSetting[];
const flagNames = Object.keys(flags) as Flag[];
const textNames = Object.keys(texts) as TextSetting[];

/** Everything of the form, as it was typed: whether it fits is for the call to say. */
const form = {
  tokenLifetimeDays: typedNumber,
  maxAlternateAccounts: typedNumber,
  maximumMicroblogPosts: typedNumber,
  maximumForums: typedNumber,
  maximumForumPosts: typedNumber,
  maxImageSize: typedNumber,
  maxForumPostImages: typedNumber,
  photostreamUploadRateLimit: typedNumber,
  forumAutoQuarantineThreshold: typedNumber,
  postAutoQuarantineThreshold: typedNumber,
  userAutoQuarantineThreshold: typedNumber,
  upcomingEventNotificationSeconds: typedNumber,
  enablePreregistration: ticked,
  registrationCodeRequired: ticked,
  allowAnimatedImages: ticked,
  enableSiteNotificationDataCaching: ticked,
  shipWifiSSID: v.string(),
  scheduleUpdateURL: v.string(),
  minUserAccessLevel: v.picklist(minimumLevels),
  upcomingEventNotificationSetting: reminderWord,
  upcomingLFGNotificationSetting: reminderWord,
};

/** What administrators set while the service runs; others of the crew read it. */
export const settings = page({
  path: '/staff/settings',
  place: 'more',
  query: { done: queryBoolean },
  asks: [adminApi.serverSettings],
  mayAsk: [adminApi.changeServerSettings],
  actions: {
    save: call(
      adminApi.changeServerSettings,
      form,
      (_visit: Visit<unknown, unknown>, body) => ({ body }),
      () => '/staff/settings?done',
    ),
  },
  async show(visit) {
    const stored = await visit.ask(adminApi.serverSettings);
    const content = visit.isOpen(adminApi.changeServerSettings)
      ? html`${doneNote(visit)}${settingsForm(stored, visit)}`
      : html`<p class="soft">The administrator changes these.</p>${listSettings(stored)}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Settings', content);
  },
});

function settingsForm(stored: SettingsAdminData, visit: Visit<unknown, unknown>): Html {
  const { field, choice, check, trouble } = fieldsOf(visit, 'save');
  return html`<form method="post">${actionField('save')}${trouble()}
<h2>Who comes in</h2>
${choice({ name: 'minUserAccessLevel', label: 'Open to', options: whoMayEnter, value: stored.minAccessUserLevel })}
${flagNames.slice(0, 2).map((name) => check({ name, label: flags[name], isChecked: stored[name] }))}
${numberNames.slice(0, 2).map(numberField)}
<h2>Reminders</h2>
${choice({ name: 'upcomingEventNotificationSetting', label: 'Of events that people follow', options: reminders, value: stored.upcomingEventNotificationSetting })}
${choice({ name: 'upcomingLFGNotificationSetting', label: 'Of groups that people joined', options: reminders, value: stored.upcomingLFGNotificationSetting })}
${numberField('upcomingEventNotificationSeconds')}
<h2>Limits</h2>
${numberNames.slice(2, -1).map(numberField)}
<h2>The rest</h2>
${flagNames.slice(2).map((name) => check({ name, label: flags[name], isChecked: stored[name] }))}
${textNames.map((name) => field({ name, label: texts[name], value: stored[name], maxLength: maxTexts[name] }))}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;

  function numberField(name: NumberSetting): Html {
    const [least, most] = numberRanges[name];
    const hint = `${least} to ${most}`;
    return field({ name, label: numbers[name], type: 'number', value: String(stored[name]), isRequired: true, hint });
  }
}

const listSettings = (stored: SettingsAdminData): Html => html`<dl class="facts">
<dt>Open to</dt><dd>${whoMayEnter.find(([level]) => level === stored.minAccessUserLevel)?.[1] ?? nothing}</dd>
${[...numberNames, ...textNames].map((name) => html`<dt>${{ ...numbers, ...texts }[name]}</dt><dd>${stored[name] ?? ''}</dd>`)}
${flagNames.map((name) => html`<dt>${flags[name]}</dt><dd>${stored[name] ? 'yes' : 'no'}</dd>`)}
</dl>`;
