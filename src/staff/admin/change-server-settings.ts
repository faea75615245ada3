import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { type FieldProblem, invalidFields } from '#contract/errors.ts';
import { builtInClientApps, featureNames } from '#contract/features.ts';
import { countCharacters } from '#contract/fields.ts';
import { findLineProblem } from '#contract/one-line.ts';
import {
  changeSettings,
  type DisabledPair,
  eventNotificationSettings,
  getServerSettings,
  type ServerSettings,
} from '#core/settings/index.ts';
import {
  maxTexts,
  minimumLevels,
  type NumberSetting,
  numberRanges,
  type SettingsUpdateData,
  type TextSetting,
} from './records.ts';

type PairInput = NonNullable<SettingsUpdateData['disableFeatures']>[number];

/** The error for an unknown word lists the known ones (decision 89). */
function checkKnownWord(path: string, word: string | undefined, words: readonly string[]): FieldProblem[] {
  if (word === undefined || words.includes(word)) return [];
  const name = path.slice(path.lastIndexOf('.') + 1);
  return [{ path, message: `The ${name} must be one of ${words.join(', ')}.` }];
}

function checkNumbers(input: SettingsUpdateData): FieldProblem[] {
  // The keys of this table are exactly the numeric settings.
  return (Object.keys(numberRanges) as NumberSetting[]).flatMap((path) => {
    const [min, max] = numberRanges[path];
    const value = input[path];
    if (value === undefined || (value >= min && value <= max)) return [];
    return [{ path, message: `The ${path} must be from ${min} to ${max}.` }];
  });
}

function checkTexts(input: SettingsUpdateData): FieldProblem[] {
  // The same for texts.
  return (Object.keys(maxTexts) as TextSetting[]).flatMap((path) => {
    const [value, max] = [input[path] ?? '', maxTexts[path]];
    if (countCharacters(value, max) > max)
      return [{ path, message: `The ${path} must have at most ${max} characters.` }];
    const message =
      findLineProblem(path, value) ?? (path === 'scheduleUpdateURL' ? findAddressProblem(value) : undefined);
    return message === undefined ? [] : [{ path, message }];
  });
}

const calendarSchemes: readonly string[] = ['http:', 'https:', 'webcal:'];

/** Returns why no schedule can be fetched from this address; undefined if it can, or if it is empty. */
function findAddressProblem(address: string): string | undefined {
  const target = URL.parse(address);
  if (address === '' || (target && target.hostname !== '' && calendarSchemes.includes(target.protocol)))
    return undefined;
  return 'The scheduleUpdateURL must be empty or start with http://, https:// or webcal://.';
}

function checkPairs(
  list: 'enableFeatures' | 'disableFeatures',
  input: SettingsUpdateData,
  apps: readonly string[],
): FieldProblem[] {
  return (input[list] ?? []).flatMap(({ app, feature }, index) => [
    ...checkKnownWord(`${list}.${index}.app`, app, apps),
    ...checkKnownWord(`${list}.${index}.feature`, feature, featureNames),
  ]);
}

/** Lists every fault of the input for a single response (admin rules A2 and A3). */
function listProblems(context: Context, input: SettingsUpdateData): FieldProblem[] {
  const appsOfDialects = context.dialects.list().flatMap(({ apps }) => apps);
  const apps = [...builtInClientApps, ...context.config.clientApps, ...appsOfDialects];
  return [
    ...checkKnownWord('minUserAccessLevel', input.minUserAccessLevel, minimumLevels),
    ...checkNumbers(input),
    ...checkTexts(input),
    ...checkKnownWord(
      'upcomingEventNotificationSetting',
      input.upcomingEventNotificationSetting,
      eventNotificationSettings,
    ),
    ...checkKnownWord(
      'upcomingLFGNotificationSetting',
      input.upcomingLFGNotificationSetting,
      eventNotificationSettings,
    ),
    ...checkPairs('enableFeatures', input, apps),
    ...checkPairs('disableFeatures', input, apps),
  ];
}

const isSame = (pair: PairInput, other: PairInput) => pair.app === other.app && pair.feature === other.feature;

/** Removes pairs to enable first, so that a pair in both lists ends up disabled (admin rule A3). */
function changeDisabledPairs(
  current: readonly DisabledPair[],
  enable: readonly PairInput[],
  disable: readonly PairInput[],
): DisabledPair[] {
  const remaining = current.filter((pair) => !enable.some((enabled) => isSame(pair, enabled)));
  const added = disable.flatMap(({ app, feature: word }) => {
    const feature = featureNames.find((name) => name === word);
    return feature === undefined ? [] : [{ app, feature }];
  });
  return [...new Map([...remaining, ...added].map((pair) => [`${pair.app} ${pair.feature}`, pair])).values()];
}

/** The settings under their internal names; undefined leaves one unchanged. */
function collectChanges(input: SettingsUpdateData, current: ServerSettings): Partial<ServerSettings> {
  const { minUserAccessLevel, enableFeatures = [], disableFeatures = [], ...others } = input;
  return {
    ...others,
    minAccessLevel: minimumLevels.find((level) => level === minUserAccessLevel),
    upcomingEventNotificationSetting: eventNotificationSettings.find(
      (word) => word === input.upcomingEventNotificationSetting,
    ),
    upcomingLFGNotificationSetting: eventNotificationSettings.find(
      (word) => word === input.upcomingLFGNotificationSetting,
    ),
    disabledFeatures: changeDisabledPairs(current.disabledFeatures, enableFeatures, disableFeatures),
  };
}

/** Changes the settings in the input, all or none; takes effect immediately (admin rules A2 and A3). */
export function changeServerSettings(context: WriteContext, input: SettingsUpdateData): void {
  const problems = listProblems(context, input);
  if (problems.length > 0) throw invalidFields(problems);
  changeSettings(context, collectChanges(input, getServerSettings(context)));
  writeAuditLog(context, 'server settings were changed', { settings: JSON.stringify(input) });
}
