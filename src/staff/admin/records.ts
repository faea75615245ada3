import * as v from 'valibot';
import { readTeamWord } from '#contract/access.ts';
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
export const ServerRollupData = record('ServerRollupData', { counts: v.array(wholeNumber) });

/** A code with the family that used it; `regCode` is empty for a family without one (admin rule A11). */
export const RegistrationCodeUserData = record('RegistrationCodeUserData', {
  users: v.array(UserHeader),
  regCode: v.string(),
  isForDiscordUser: v.boolean(),
  discordUsername: v.optional(v.string()),
  hasUsedRegCodeForPasswordRecovery: v.boolean(),
  accountCreatedAt: v.optional(instant),
});
export type RegistrationCodeUserData = v.InferOutput<typeof RegistrationCodeUserData>;

/** Who is admitted at the registration desk may have a code on their card (admin rule A36); absent or empty: none. */
export const AdmissionData = inputRecord('AdmissionData', { registrationCode: optionalCode('registrationCode') });

/** Too many wrong codes were tried or accounts made, so people can't register as usual (admin rule A7). */
const CodeGuessingData = record('CodeGuessingData', {
  address: v.optional(v.string()),
  since: instant,
  sentence: v.string(),
});

/** How many codes there are and how many were used (admin rule A7). */
export const RegistrationCodeStatsData = record('RegistrationCodeStatsData', {
  allocatedCodes: wholeNumber,
  usedCodes: wholeNumber,
  unusedCodes: wholeNumber,
  allocatedDiscordCodes: wholeNumber,
  assignedDiscordCodes: wholeNumber,
  usedDiscordCodes: wholeNumber,
  adminCodes: wholeNumber,
  /** Left out while people can register from everywhere. */
  guessing: v.optional(v.array(CodeGuessingData)),
});
export type RegistrationCodeStatsData = v.InferOutput<typeof RegistrationCodeStatsData>;

/** A text of another form is unreadable, a plain 400: nothing in a path is a field of a body. */
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

/** Minimum and maximum of each number; 32 bits where the contract names no upper end (admin, Server settings: range). */
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

const SettingsAppFeaturePair = record('SettingsAppFeaturePair', { app: v.string(), feature: v.string() });
/** An app and one of its features. */
export const SettingsAppFeaturePairInput = inputRecord('SettingsAppFeaturePairInput', {
  app: text('app', 0, maxName),
  feature: text('feature', 0, maxName),
});

/** All settings as administrators read them. */
export const SettingsAdminData = record('SettingsAdminData', {
  minAccessUserLevel: v.string(),
  enablePreregistration: v.boolean(),
  registrationCodeRequired: v.boolean(),
  tokenLifetimeDays: wholeNumber,
  maxAlternateAccounts: wholeNumber,
  maximumMicroblogPosts: wholeNumber,
  maximumForums: wholeNumber,
  maximumForumPosts: wholeNumber,
  maxImageSize: wholeNumber,
  maxForumPostImages: wholeNumber,
  photostreamUploadRateLimit: wholeNumber,
  forumAutoQuarantineThreshold: wholeNumber,
  postAutoQuarantineThreshold: wholeNumber,
  userAutoQuarantineThreshold: wholeNumber,
  allowAnimatedImages: v.boolean(),
  disabledFeatures: v.array(SettingsAppFeaturePair),
  shipWifiSSID: v.optional(v.string()),
  scheduleUpdateURL: v.string(),
  upcomingEventNotificationSeconds: wholeNumber,
  upcomingEventNotificationSetting: v.picklist(eventNotificationSettings),
  upcomingLFGNotificationSetting: v.picklist(eventNotificationSettings),
  enableSiteNotificationDataCaching: v.boolean(),
});
export type SettingsAdminData = v.InferOutput<typeof SettingsAdminData>;

const numberSetting = (name: NumberSetting) => {
  const [minimum, maximum] = numberRanges[name];
  return optionalInput(integerCheckedLater(minimum, maximum));
};
const textSetting = (name: TextSetting) =>
  optionalInput(v.pipe(v.string(), wireSchema({ type: 'string', maxLength: maxTexts[name], [oneLine]: true })));
const wordSetting = (words: readonly string[]) =>
  optionalInput(v.pipe(v.string(), wireSchema({ type: 'string', enum: [...words] })));
const levelSetting = optionalInput(
  v.pipe(v.string(), wireSchema({ type: 'string', enum: [...minimumLevels] }), v.transform(readTeamWord)),
);
const flagSetting = optionalInput(v.boolean());

/**
 * What to change; absent and null leave a value as it is. Only the form is checked here: which apps exist is known to
 * the configuration, and all failures must come together (admin rule A2).
 */
export const SettingsUpdateData = inputRecord(
  'SettingsUpdateData',
  {
    minUserAccessLevel: levelSetting,
    enablePreregistration: flagSetting,
    registrationCodeRequired: flagSetting,
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
    allowAnimatedImages: flagSetting,
    enableFeatures: optionalInput(list('enableFeatures', SettingsAppFeaturePairInput, maxPairs)),
    disableFeatures: optionalInput(list('disableFeatures', SettingsAppFeaturePairInput, maxPairs)),
    shipWifiSSID: textSetting('shipWifiSSID'),
    scheduleUpdateURL: textSetting('scheduleUpdateURL'),
    upcomingEventNotificationSeconds: numberSetting('upcomingEventNotificationSeconds'),
    upcomingEventNotificationSetting: wordSetting(eventNotificationSettings),
    upcomingLFGNotificationSetting: wordSetting(eventNotificationSettings),
    enableSiteNotificationDataCaching: flagSetting,
  },
  // Whatever a client calls the feed; the other maximums are of forums.
  { maximumMicroblogPosts: /^maximum(?!Forum)[A-Z]\w{0,40}$/ },
);
export type SettingsUpdateData = v.InferOutput<typeof SettingsUpdateData>;
