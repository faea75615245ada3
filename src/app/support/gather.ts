import { readFile } from 'node:fs/promises';
import { arch, cpus, release, totalmem, uptime } from 'node:os';
import type { Context } from '#area/context.ts';
import type { Config, FirstPasswords } from '#config/config.ts';
import { listRegistrationCodes } from '#core/accounts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { version } from '#platform/machine/version.ts';
import { readKeptLog } from '#platform/observing/kept-log.ts';
import { describeFence, readFence } from '#spare/fence.ts';
import { findCleanHandOver } from '#spare/follower/clean-hand-over.ts';
import { describeFollowing } from '#spare/follower/describe.ts';
import { getSpareFolder, readFollowState } from '#spare/follower/slots.ts';
import { readGeneration } from '#spare/generation.ts';
import { readPairing } from '#spare/wire/pairing.ts';
import { findInconsistencies } from '../verify.ts';
import { createHiding, createRedaction, redactLine } from './redact.ts';

/** What the database knows; absent where it cannot be read. */
export interface InstancePart {
  readonly codes: ReadonlySet<string>;
  readonly serverSettings: object;
  /** Of two machines that both serve, the one with the higher generation is right. */
  readonly generation: number;
  /** How many inconsistencies there are of each kind; absent where no one asked. */
  readonly inconsistencies?: Readonly<Record<string, number>>;
}

/** Reads what only the database knows. With `verifies` it is verified, which may take a while. */
export async function readInstancePart(context: Context, verifies: boolean): Promise<InstancePart> {
  return {
    codes: new Set(listRegistrationCodes(context.db)),
    serverSettings: getServerSettings(context),
    generation: readGeneration(context.db),
    ...(verifies && { inconsistencies: countByKind(await findInconsistencies(context)) }),
  };
}

/** What differs may be someone's word: only the first plain words are told, which name its kind. */
function countByKind(found: readonly { readonly what: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what } of found) {
    const kind = /^[a-z]+(?: [a-z]+(?= |$)){0,2}(?= |$)/.exec(what)?.[0] ?? 'other';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const maxLogBytes = 4 * 1024 * 1024;

/** What came from elsewhere: the state as `gangway status --json` prints it, and the samples of the last day. */
export interface KnownState {
  readonly status: object;
  readonly history: object;
  readonly instance: InstancePart | undefined;
}

/** The files of a bundle for whoever helps from shore, by name, without secrets and without what passengers have written or are called. */
export async function gatherBundle(config: Config, known: KnownState): Promise<ReadonlyMap<string, string>> {
  const { instance } = known;
  const redact = createRedaction(await listSecrets(config), instance?.codes ?? new Set());
  const lines = await readKeptLog(config.folders.data, maxLogBytes);
  const hideNames = createHiding();
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

/** Every secret of the instance that is known here. */
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
  // In development they are words that everyone knows.
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

/** Of passwords only whether they are set. */
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

/** What decides which of several machines may serve, but for the pairing code. Damaged files are named. */
function describeSpare({ folders }: Config): object {
  const damaged: string[] = [];
  const read = <Value>(readFile: () => Value): Value | undefined =>
    ignoreDamage(readFile, (error) => void damaged.push(error instanceof Error ? error.message : String(error)));
  const spareFolder = getSpareFolder(folders.data);
  const pairing = read(() => readPairing(folders.secrets));
  const followed = read(() => readFollowState(spareFolder));
  const fence = read(() => readFence(folders.data));
  const handedOver = read(() => findCleanHandOver(spareFolder));
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
