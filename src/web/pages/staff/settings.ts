import { queryBoolean } from '#contract/query.ts';
import { adminApi } from '#staff/admin/api.ts';
import type { SettingsAdminData } from '#staff/admin/records.ts';
import { type BodyField, declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, createFields } from '../../frame/forms.ts';
import { type Html, html } from '../../frame/html.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const reminders = {
  disabled: 'Never',
  cruiseWeek: 'Simulate the week of the sailing',
  current: 'During the week of the sailing',
};

const bodyMembers = adminApi.changeServerSettings.body.entries;

/** The form in parts, each with a heading. */
const formSections = {
  Access: declareForm(bodyMembers, {
    minUserAccessLevel: {
      label: 'Open to',
      words: {
        banned: 'Everyone',
        moderator: 'Moderators and above',
        devteam: 'Development team and above',
        tho: 'Management office and above',
        admin: 'Administrators only',
      },
    },
    enablePreregistration: { label: 'Allow people to create accounts before the sailing' },
    registrationCodeRequired: { label: 'Require a registration code to create an account' },
    tokenLifetimeDays: { label: 'Days until people must sign in again, 0 for never', isRequired: true },
    maxAlternateAccounts: { label: 'Maximum additional accounts per person', isRequired: true },
  }),
  Reminders: declareForm(bodyMembers, {
    upcomingEventNotificationSetting: { label: 'Events people follow', words: reminders },
    upcomingLFGNotificationSetting: { label: 'Groups people joined', words: reminders },
    upcomingEventNotificationSeconds: {
      label: 'Seconds before the start to send reminders',
      isRequired: true,
    },
  }),
  Limits: declareForm(bodyMembers, {
    maximumMicroblogPosts: { label: 'Maximum feed posts per page', isRequired: true },
    maximumForums: { label: 'Maximum threads per page', isRequired: true },
    maximumForumPosts: { label: 'Maximum thread posts per page', isRequired: true },
    maxImageSize: { label: 'Maximum picture size in bytes', isRequired: true },
    maxForumPostImages: { label: 'Maximum pictures per forum post', isRequired: true },
    photostreamUploadRateLimit: { label: 'Seconds between two photos by one person', isRequired: true },
    forumAutoQuarantineThreshold: { label: 'Reports needed to hide a thread', isRequired: true },
    postAutoQuarantineThreshold: { label: 'Reports needed to hide a post or photo', isRequired: true },
    userAutoQuarantineThreshold: { label: 'Reports needed to hide a profile', isRequired: true },
  }),
  Other: declareForm(bodyMembers, {
    allowAnimatedImages: { label: 'Allow animated pictures' },
    enableSiteNotificationDataCaching: { label: 'Let other web clients cache unread counts' },
    shipWifiSSID: { label: 'Name of the ship’s WiFi network', sendsBlank: true },
    scheduleUpdateURL: { label: 'Schedule URL', sendsBlank: true },
  }),
};

const form = { ...formSections.Access, ...formSections.Reminders, ...formSections.Limits, ...formSections.Other };

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
      ? html`${savedNotice(visit)}${settingsForm(stored, visit)}`
      : html`<p class="soft">Only administrators can change settings.</p>${listSettings(stored)}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Settings', content);
  },
});

/** Converts the settings to the form's names: the level has two names. */
const toFormNames = ({ minAccessUserLevel, ...stored }: SettingsAdminData) => ({
  ...stored,
  minUserAccessLevel: minAccessUserLevel,
});

function settingsForm(stored: SettingsAdminData, visit: Visit<unknown, unknown, 'save'>): Html {
  const values = toFormNames(stored);
  const { trouble } = createFields(visit, 'save');
  return html`<form method="post">${actionField(visit, 'save')}${trouble()}
${Object.entries(formSections).map(
  ([heading, part]) => html`<h2>${heading}</h2>
${renderInputs(visit, 'save', part).inputs(values)}`,
)}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
}

function listSettings(stored: SettingsAdminData): Html {
  const values: Readonly<Record<string, unknown>> = toFormNames(stored);
  const lines = Object.entries<BodyField>(form).map(([name, { asked }]) => {
    const value = values[name];
    const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '');
    return html`<dt>${asked.label}</dt><dd>${asked.words?.[shown] ?? shown}</dd>`;
  });
  return html`<dl class="facts">${lines}</dl>`;
}
