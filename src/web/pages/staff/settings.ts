import { queryBoolean } from '#contract/query.ts';
import { adminApi } from '#staff/admin/api.ts';
import type { SettingsAdminData } from '#staff/admin/records.ts';
import { type BodyField, formOf, inputsOf } from '../../frame/body-form.ts';
import { actionField, fieldsOf } from '../../frame/forms.ts';
import { type Html, html } from '../../frame/html.ts';
import { doneNote, pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const reminders = {
  disabled: 'Never',
  cruiseWeek: 'As if it were the week of the sailing',
  current: 'In the week of the sailing',
};

const members = adminApi.changeServerSettings.body.entries;

/** The form in parts, each with a heading. */
const parts = {
  'Who comes in': formOf(members, {
    minUserAccessLevel: {
      label: 'Open to',
      words: {
        banned: 'Everybody',
        moderator: 'Moderators and above',
        devteam: 'Development team and above',
        tho: 'Management office and above',
        admin: 'Administrators only',
      },
    },
    enablePreregistration: { label: 'Before the sailing: people may make accounts already' },
    registrationCodeRequired: { label: 'Nobody makes an account without a code' },
    tokenLifetimeDays: { label: 'Days until people have to sign in again, 0 for never', isRequired: true },
    maxAlternateAccounts: { label: 'Further accounts of one person', isRequired: true },
  }),
  Reminders: formOf(members, {
    upcomingEventNotificationSetting: { label: 'Of events that people follow', words: reminders },
    upcomingLFGNotificationSetting: { label: 'Of groups that people joined', words: reminders },
    upcomingEventNotificationSeconds: {
      label: 'Seconds before a start at which people are reminded',
      isRequired: true,
    },
  }),
  Limits: formOf(members, {
    maximumMicroblogPosts: { label: 'Posts of the feed on a page, at most', isRequired: true },
    maximumForums: { label: 'Threads on a page, at most', isRequired: true },
    maximumForumPosts: { label: 'Posts of a thread on a page, at most', isRequired: true },
    maxImageSize: { label: 'Bytes of a picture, at most', isRequired: true },
    maxForumPostImages: { label: 'Pictures of a forum post, at most', isRequired: true },
    photostreamUploadRateLimit: { label: 'Seconds between two photos of one person', isRequired: true },
    forumAutoQuarantineThreshold: { label: 'Reports that hide a thread', isRequired: true },
    postAutoQuarantineThreshold: { label: 'Reports that hide a post or photo', isRequired: true },
    userAutoQuarantineThreshold: { label: 'Reports that hide a profile', isRequired: true },
  }),
  'The rest': formOf(members, {
    allowAnimatedImages: { label: 'Pictures may move' },
    enableSiteNotificationDataCaching: { label: 'Other web clients may keep what is unread for a while' },
    shipWifiSSID: { label: 'Name of the ship’s network', sendsBlank: true },
    scheduleUpdateURL: { label: 'Address of the schedule', sendsBlank: true },
  }),
};

const form = { ...parts['Who comes in'], ...parts.Reminders, ...parts.Limits, ...parts['The rest'] };

/** Settings that administrators change while the service runs; other staff can read them. */
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

/** Converts the settings to the form's names: the level has two names. */
const nameAsForm = ({ minAccessUserLevel, ...stored }: SettingsAdminData) => ({
  ...stored,
  minUserAccessLevel: minAccessUserLevel,
});

function settingsForm(stored: SettingsAdminData, visit: Visit<unknown, unknown, 'save'>): Html {
  const values = nameAsForm(stored);
  const { trouble } = fieldsOf(visit, 'save');
  return html`<form method="post">${actionField(visit, 'save')}${trouble()}
${Object.entries(parts).map(
  ([heading, part]) => html`<h2>${heading}</h2>
${inputsOf(visit, 'save', part).inputs(values)}`,
)}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
}

function listSettings(stored: SettingsAdminData): Html {
  const values: Readonly<Record<string, unknown>> = nameAsForm(stored);
  const lines = Object.entries<BodyField>(form).map(([name, { asked }]) => {
    const value = values[name];
    const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '');
    return html`<dt>${asked.label}</dt><dd>${asked.words?.[shown] ?? shown}</dd>`;
  });
  return html`<dl class="facts">${lines}</dl>`;
}
