import * as v from 'valibot';
import { normalizeTeamWord } from '#contract/access.ts';
import {
  boundedText,
  instant,
  integerCheckedLater,
  list,
  oneLine,
  optionalInput,
  text,
  wholeNumber,
  wireSchema,
} from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { normalizeRegistrationCode } from '#core/accounts/index.ts';
import { optionalCode } from '#core/accounts/records.ts';
import { eventNotificationSettings } from '#core/settings/index.ts';
import { UserHeader } from '#core/users/records.ts';

/** One count for each type, by its index (admin rule A6). */
export const ServerRollupData = record('ServerRollupData', {
  counts: v.pipe(v.array(wholeNumber), v.description('Counts by the index of the type')),
});

/** A code with the family that used it; `regCode` is empty for a family without one (admin rule A11). */
export const RegistrationCodeUserData = record('RegistrationCodeUserData', {
  users: v.pipe(v.array(UserHeader), v.description('Accounts of the person, the primary one first')),
  regCode: v.pipe(v.string(), v.description('Registration code; empty if there’s none')),
  isForDiscordUser: v.pipe(v.boolean(), v.description('Whether the code was reserved for Discord members')),
  discordUsername: v.pipe(v.optional(v.string()), v.description('Username on Discord')),
  hasUsedRegCodeForPasswordRecovery: v.pipe(
    v.boolean(),
    v.description('Whether the code was used to set a new password, which it can do once'),
  ),
  accountCreatedAt: v.pipe(v.optional(instant), v.description('When the account was made')),
});
export type RegistrationCodeUserData = v.InferOutput<typeof RegistrationCodeUserData>;

/** People admitted at the registration desk may have a code on their card (admin rule A36); absent or empty: none. */
export const AdmissionData = inputRecord('AdmissionData', {
  registrationCode: v.pipe(optionalCode('registrationCode'), v.description('Registration code of the person')),
});

/** Too many wrong codes were tried or accounts made, so people can't register as usual (admin rule A7). */
const CodeGuessingData = record('CodeGuessingData', {
  address: v.pipe(v.optional(v.string()), v.description('Network address that tried')),
  since: v.pipe(instant, v.description('When it started')),
  sentence: v.pipe(v.string(), v.description('What’s wrong and what to do')),
});

/** How many codes there are and how many were used (admin rule A7). */
export const RegistrationCodeStatsData = record('RegistrationCodeStatsData', {
  allocatedCodes: v.pipe(wholeNumber, v.description('Number of codes')),
  usedCodes: v.pipe(wholeNumber, v.description('Number of used codes')),
  unusedCodes: v.pipe(wholeNumber, v.description('Number of unused codes')),
  allocatedDiscordCodes: v.pipe(wholeNumber, v.description('Number of codes reserved for Discord members')),
  assignedDiscordCodes: v.pipe(wholeNumber, v.description('Number of reserved codes that were assigned')),
  usedDiscordCodes: v.pipe(wholeNumber, v.description('Number of used reserved codes')),
  adminCodes: v.pipe(wholeNumber, v.description('Number of codes used by staff accounts')),
  /** Left out while people can register from everywhere. */
  guessing: v.pipe(
    v.optional(v.array(CodeGuessingData)),
    v.description('Addresses and accounts that are blocked after too many wrong codes or registrations'),
  ),
});
export type RegistrationCodeStatsData = v.InferOutput<typeof RegistrationCodeStatsData>;

/** A text in another form gets a plain 400 without fields: nothing in a path is a field of a body. */
function readForm(form: RegExp, complaint: string) {
  return v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    if (form.test(dataset.value)) return dataset.value;
    addIssue({ message: complaint });
    return NEVER;
  });
}

/** A registration code in a path, in any letter case and spacing; normalized (admin, Validation: regcode search). */
export const registrationCodeInPath = v.pipe(
  boundedText(50),
  v.transform(normalizeRegistrationCode),
  readForm(/^[a-z0-9]{6}$/, 'is not a registration code of six letters or digits'),
);

/** A chat name in a path (admin, Validation: discord username). */
export const discordUsernameInPath = v.pipe(
  boundedText(50),
  readForm(/^[a-z0-9._]{1,50}$/, 'is not a chat name: lower-case letters, digits, dots and underscores'),
);

/** Levels that the server minimum may be set to (admin, Server settings). */
export const minimumLevels = ['banned', 'moderator', 'devteam', 'tho', 'admin'] as const;

/** Minimum and maximum of each number; 32 bits if the contract names no maximum (admin, Server settings: range). */
export const numberRanges = {
  tokenLifetimeDays: [0, 3650],
  maxAlternateAccounts: [0, 100],
  maximumMicroblogPosts: [1, 10_000],
  maximumForums: [1, 10_000],
  maximumForumPosts: [1, 10_000],
  maxImageSize: [1, 178_257_920],
  maxForumPostImages: [0, 8],
  photostreamUploadRateLimit: [0, 2 ** 31 - 1],
  forumAutoQuarantineThreshold: [1, 2 ** 31 - 1],
  postAutoQuarantineThreshold: [1, 2 ** 31 - 1],
  userAutoQuarantineThreshold: [1, 2 ** 31 - 1],
  upcomingEventNotificationSeconds: [0, 2 ** 31 - 1],
} as const;
export type NumberSetting = keyof typeof numberRanges;

/** Max characters of each text, since it is sent with many responses. */
export const maxTexts = { shipWifiSSID: 255, scheduleUpdateURL: 2000 } as const;
export type TextSetting = keyof typeof maxTexts;

/** Characters of the name of an app or feature. */
const maxName = 50;
/** Pairs of app and feature. */
const maxPairs = 500;

const SettingsAppFeaturePair = record('SettingsAppFeaturePair', {
  app: v.pipe(v.string(), v.description('Name of a client app; `all` means the API itself')),
  feature: v.pipe(v.string(), v.description('Name of a feature; `all` means every feature')),
});
/** An app and one of its features. */
export const SettingsAppFeaturePairInput = inputRecord('SettingsAppFeaturePairInput', {
  app: v.pipe(text('app', 0, maxName), v.description('Name of a client app; `all` means the API itself')),
  feature: v.pipe(text('feature', 0, maxName), v.description('Name of a feature; `all` means every feature')),
});

/** All settings as administrators read them. */
export const SettingsAdminData = record('SettingsAdminData', {
  minAccessUserLevel: v.pipe(v.string(), v.description('Minimum access level now')),
  enablePreregistration: v.pipe(
    v.boolean(),
    v.description('Whether passengers may use the pre-registration calls before the sailing'),
  ),
  registrationCodeRequired: v.pipe(v.boolean(), v.description('Whether registration requires a code')),
  tokenLifetimeDays: v.pipe(wholeNumber, v.description('Days after which a session ends; 0 for never')),
  maxAlternateAccounts: v.pipe(wholeNumber, v.description('Maximum number of sub-accounts per person')),
  maximumMicroblogPosts: v.pipe(wholeNumber, v.description('Maximum number of microblog posts on a page')),
  maximumForums: v.pipe(wholeNumber, v.description('Maximum number of forums on a page')),
  maximumForumPosts: v.pipe(wholeNumber, v.description('Maximum number of posts on a page of a forum')),
  maxImageSize: v.pipe(wholeNumber, v.description('Maximum size of a picture in bytes, before base64')),
  maxForumPostImages: v.pipe(wholeNumber, v.description('Maximum number of pictures in a forum post')),
  photostreamUploadRateLimit: v.pipe(
    wholeNumber,
    v.description('Minimum time between two photos of one person, in seconds'),
  ),
  forumAutoQuarantineThreshold: v.pipe(
    wholeNumber,
    v.description('Reports after which a forum is quarantined until it’s reviewed'),
  ),
  postAutoQuarantineThreshold: v.pipe(
    wholeNumber,
    v.description('Reports after which a post is quarantined until it’s reviewed'),
  ),
  userAutoQuarantineThreshold: v.pipe(
    wholeNumber,
    v.description('Reports after which a profile is quarantined until it’s reviewed'),
  ),
  allowAnimatedImages: v.pipe(v.boolean(), v.description('Whether animated pictures stay animated')),
  disabledFeatures: v.pipe(v.array(SettingsAppFeaturePair), v.description('Disabled pairs of app and feature')),
  shipWifiSSID: v.pipe(v.optional(v.string()), v.description('Name of the ship’s Wi-Fi; absent if none is set')),
  scheduleUpdateURL: v.pipe(v.string(), v.description('Address of the schedule; empty if there’s none')),
  upcomingEventNotificationSeconds: v.pipe(
    wholeNumber,
    v.description('How long before the start reminders are sent, in seconds'),
  ),
  upcomingEventNotificationSetting: v.pipe(
    v.picklist(eventNotificationSettings),
    v.description('Which events reminders are sent for'),
  ),
  upcomingLFGNotificationSetting: v.pipe(
    v.picklist(eventNotificationSettings),
    v.description('Which LFGs reminders are sent for'),
  ),
  enableSiteNotificationDataCaching: v.pipe(
    v.boolean(),
    v.description('No effect; still sent for clients that show it'),
  ),
});
export type SettingsAdminData = v.InferOutput<typeof SettingsAdminData>;

/** A setting to change; its description is the same as where it's read. */
const setting = <Schema extends v.GenericSchema>(name: keyof SettingsAdminData, schema: Schema) =>
  v.pipe(optionalInput(schema), v.description(v.getDescription(SettingsAdminData.entries[name]) ?? ''));

const numberSetting = (name: NumberSetting) => {
  const [minimum, maximum] = numberRanges[name];
  return setting(name, integerCheckedLater(minimum, maximum));
};
const textSetting = (name: TextSetting) =>
  setting(name, v.pipe(v.string(), wireSchema({ type: 'string', maxLength: maxTexts[name], [oneLine]: true })));
const reminderSetting = (name: 'upcomingEventNotificationSetting' | 'upcomingLFGNotificationSetting') =>
  setting(name, v.pipe(v.string(), wireSchema({ type: 'string', enum: [...eventNotificationSettings] })));
const levelSetting = optionalInput(
  v.pipe(v.string(), wireSchema({ type: 'string', enum: [...minimumLevels] }), v.transform(normalizeTeamWord)),
);

/**
 * What to change; absent and null leave a value unchanged. Checks only the format: the configuration knows which apps
 * exist, and all failures must be reported together (admin rule A2).
 */
export const SettingsUpdateData = inputRecord(
  'SettingsUpdateData',
  {
    minUserAccessLevel: v.pipe(levelSetting, v.description('Minimum access level')),
    enablePreregistration: setting('enablePreregistration', v.boolean()),
    registrationCodeRequired: setting('registrationCodeRequired', v.boolean()),
    tokenLifetimeDays: numberSetting('tokenLifetimeDays'),
    maxAlternateAccounts: numberSetting('maxAlternateAccounts'),
    maximumMicroblogPosts: numberSetting('maximumMicroblogPosts'),
    maximumForums: numberSetting('maximumForums'),
    maximumForumPosts: numberSetting('maximumForumPosts'),
    maxImageSize: numberSetting('maxImageSize'),
    maxForumPostImages: numberSetting('maxForumPostImages'),
    photostreamUploadRateLimit: numberSetting('photostreamUploadRateLimit'),
    forumAutoQuarantineThreshold: numberSetting('forumAutoQuarantineThreshold'),
    postAutoQuarantineThreshold: numberSetting('postAutoQuarantineThreshold'),
    userAutoQuarantineThreshold: numberSetting('userAutoQuarantineThreshold'),
    allowAnimatedImages: setting('allowAnimatedImages', v.boolean()),
    enableFeatures: v.pipe(
      optionalInput(list('enableFeatures', SettingsAppFeaturePairInput, maxPairs)),
      v.description('Pairs of app and feature to enable again'),
    ),
    disableFeatures: v.pipe(
      optionalInput(list('disableFeatures', SettingsAppFeaturePairInput, maxPairs)),
      v.description('Pairs of app and feature to disable'),
    ),
    shipWifiSSID: textSetting('shipWifiSSID'),
    scheduleUpdateURL: textSetting('scheduleUpdateURL'),
    upcomingEventNotificationSeconds: numberSetting('upcomingEventNotificationSeconds'),
    upcomingEventNotificationSetting: reminderSetting('upcomingEventNotificationSetting'),
    upcomingLFGNotificationSetting: reminderSetting('upcomingLFGNotificationSetting'),
    enableSiteNotificationDataCaching: setting('enableSiteNotificationDataCaching', v.boolean()),
  },
  // Whatever a client calls the feed; the other maximums apply to forums.
  { maximumMicroblogPosts: /^maximum(?!Forum)[A-Z]\w{0,40}$/ },
);
export type SettingsUpdateData = v.InferOutput<typeof SettingsUpdateData>;
