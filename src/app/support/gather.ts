import { readFile } from 'node:fs/promises';
import { arch, cpus, release, totalmem, uptime } from 'node:os';
import type { Context } from '#area/context.ts';
import type { Config, FirstPasswords } from '#config/config.ts';
import { listRegistrationCodes } from '#core/accounts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { version } from '#platform/machine/version.ts';
import { readLogFile } from '#platform/observing/log-file.ts';
import { describeFence, readFence } from '#spare/fence.ts';
import { findCleanHandover } from '#spare/follower/clean-hand-over.ts';
import { describeFollowing } from '#spare/follower/describe.ts';
import { getSpareFolder, readFollowState } from '#spare/follower/slots.ts';
import { readGeneration } from '#spare/generation.ts';
import { readPairing } from '#spare/wire/pairing.ts';
import { findInconsistencies } from '../verify.ts';
import { createPseudonymizer, createRedaction, redactLine } from './redact.ts';

/** Facts from the database; absent if it can't be read. */
export interface InstancePart {
  readonly codes: ReadonlySet<string>;
  readonly serverSettings: object;
  /** If two machines both serve, the one with the higher generation is right. */
  readonly generation: number;
  /** Number of inconsistencies of each kind; absent without verification. */
  readonly inconsistencies?: Readonly<Record<string, number>>;
}

/**
 * Reads the facts that only the database has. With `verifies` it also verifies the database, which may take a while.
 */
export async function readInstancePart(context: Context, verifies: boolean): Promise<InstancePart> {
  return {
    codes: new Set(listRegistrationCodes(context.db)),
    serverSettings: getServerSettings(context),
    generation: readGeneration(context.db),
    ...(verifies && { inconsistencies: countByKind(await findInconsistencies(context)) }),
  };
}

/** The difference may contain personal data, so only the leading plain words, which name its kind, are included. */
function countByKind(found: readonly { readonly what: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what } of found) {
    const kind = /^[a-z]+(?: [a-z]+(?= |$)){0,2}(?= |$)/.exec(what)?.[0] ?? 'other';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const maxLogBytes = 4 * 1024 * 1024;

/** Input from elsewhere: the output of `gangway status --json`, and the samples of the last day. */
export interface StatusAndHistory {
  readonly status: object;
  readonly history: object;
  readonly instance: InstancePart | undefined;
}

/**
 * Returns the files of a bundle for support on shore, by name, without secrets and without passengers' names and
 * content.
 */
export async function gatherBundle(config: Config, known: StatusAndHistory): Promise<ReadonlyMap<string, string>> {
  const { instance } = known;
  const redact = createRedaction(await listSecrets(config), instance?.codes ?? new Set());
  const lines = await readLogFile(config.folders.data, maxLogBytes);
  const hideNames = createPseudonymizer();
  const log = lines.flatMap((line) => redactLine(line, redact, hideNames) ?? []);
  const write = (content: unknown) => redact(`${JSON.stringify(content, hideNames, 2)}\n`);
  return new Map([
    ['log.jsonl', log.map((line) => `${line}\n`).join('')],
    ['status.json', write(known.status)],
    ['history.json', write(known.history)],
    ['settings.json', write({ settings: describeConfig(config), serverSettings: instance?.serverSettings })],
    ['versions.json', write(describeMachine())],
    ['spare.json', write({ ...describeSpare(config), generation: instance?.generation })],
    ...(instance?.inconsistencies ? [['verify.json', write(instance.inconsistencies)] as const] : []),
  ]);
}

/** Lists every secret of the instance that is known here. */
async function listSecrets({ folders, firstPasswords, isDevelopment }: Config): Promise<string[]> {
  const key = await readFile(`${folders.secrets}/token.key`, 'utf8').catch(() => '');
  const code = ignoreDamage(() => readPairing(folders.secrets)?.code);
  const given: (keyof FirstPasswords)[] = [
    'admin',
    'adminRecoveryKey',
    'managementOffice',
    'managementOfficeRecoveryKey',
    'metrics',
  ];
  // In development they are well-known words.
  const passwords = isDevelopment ? [] : given.map((name) => firstPasswords[name] ?? '');
  return [key.trim(), code ?? '', ...passwords];
}

function ignoreDamage<Value>(read: () => Value, report: (error: unknown) => void = () => {}): Value | undefined {
  try {
    return read();
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** For passwords, only whether they are set. */
function describeConfig({ firstPasswords, ...config }: Config): object {
  const isSet = Object.entries(firstPasswords).map(([name, value]) => [name, value !== undefined]);
  return { ...config, firstPasswordsSet: Object.fromEntries(isSet) };
}

const describeMachine = (): object => ({
  version,
  runtime: process.version,
  platform: `${process.platform} ${release()} ${arch()}`,
  processors: cpus().length,
  memoryBytes: totalmem(),
  upSeconds: Math.round(uptime()),
});

/** The state that decides which machine may serve, without the pairing code. Damaged files are named. */
function describeSpare({ folders }: Config): object {
  const damaged: string[] = [];
  const read = <Value>(readFile: () => Value): Value | undefined =>
    ignoreDamage(readFile, (error) => void damaged.push(error instanceof Error ? error.message : String(error)));
  const spareFolder = getSpareFolder(folders.data);
  const pairing = read(() => readPairing(folders.secrets));
  const followed = read(() => readFollowState(spareFolder));
  const fence = read(() => readFence(folders.data));
  const handedOver = read(() => findCleanHandover(spareFolder));
  return {
    isPaired: pairing !== undefined,
    peer: pairing?.peer,
    formerPeers: pairing?.formerPeers ?? [],
    ...(followed && { follows: describeFollowing(followed, false), followedGeneration: followed.generation }),
    ...(handedOver !== undefined && { handedOver }),
    ...(fence && { replaced: describeFence(fence) }),
    ...(damaged.length > 0 && { damaged }),
  };
}
