import { join } from 'node:path';
import * as v from 'valibot';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { readWireJson } from '#contract/wire-json.ts';
import { listLastCalls, restoreLastCalls } from '#core/accounts/index.ts';
import { openStateFile, readStateFile, type StateFile } from '#platform/files/state-file.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';
import { version } from '#platform/machine/version.ts';
import { describeServerState, listSamples, restoreSamples } from '#staff/server-state/index.ts';
import { BoxData, BoxHistoryData } from '#staff/server-state/records.ts';

/**
 * The state file that a running service writes to its data folder for commands: they need no port and no password, and
 * find the last state even when the disk is full or the service hangs.
 */
const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const RunState = v.object({
  pid: v.number(),
  version: v.string(),
  /** Id of the run, which identifies the service even behind a proxy. */
  runID: v.optional(v.string()),
  /** Address on this machine; absent during startup. */
  url: v.optional(v.string()),
  startedAt: moment,
  /** When this was written. */
  at: moment,
  /** When the service shut down cleanly. */
  endedAt: v.optional(moment),
  box: v.optional(v.unknown()),
  /** For each account its id, its last call and its number of open sockets. */
  people: v.array(v.tuple([v.string(), v.number(), v.number()])),
  /** Names of the active dialects. */
  dialects: v.optional(v.array(v.string()), []),
  /** State of the server over the last day. */
  samples: v.optional(v.unknown()),
});
export interface RunState extends Omit<v.InferOutput<typeof RunState>, 'box' | 'samples'> {
  readonly samples: BoxHistoryData['samples'];
  /** Undefined during startup, after shutdown, and for another version. */
  readonly box: BoxData | undefined;
}

const locateRunState = ({ folders }: Config): string => join(folders.data, 'service-state');

/** Returns the state of the last service on this folder; undefined if none ever ran or the file is unreadable. */
export async function readRunState(config: Config): Promise<RunState | undefined> {
  const parsed = v.safeParse(RunState, await readStateFile(locateRunState(config)));
  if (!parsed.success) return undefined;
  const { box, samples, ...run } = parsed.output;
  return { ...run, box: readBoxData(box), samples: readSamples(samples) };
}

function readBoxData(stored: unknown): BoxData | undefined {
  if (stored === undefined) return undefined;
  const box = readWireJson(BoxData, JSON.stringify(stored));
  return v.is(BoxData, box) ? box : undefined;
}

function readSamples(stored: unknown): BoxHistoryData['samples'] {
  const history: unknown = stored && readWireJson(BoxHistoryData, JSON.stringify({ samples: stored }));
  return v.is(BoxHistoryData, history) ? history.samples : [];
}

interface Run {
  file?: StateFile;
  url?: string;
  /** While the disk doesn't respond, writes don't queue up. */
  isWriting: boolean;
}

const runs = createOncePerInstance((): Run => ({ isWriting: false }));

/** Starts writing the state; logs it if the last service didn't shut down cleanly. */
export async function startRunState(context: Context): Promise<void> {
  const { config, log } = context;
  const last = await readRunState(config);
  if (last) {
    reportLastEnd(context, last);
    restoreSamples(context, last.samples);
    restoreLastCalls(
      context,
      last.people.map(([userID, at]) => ({ userID, at: new Date(at) })),
    );
  }
  try {
    runs(context).file = await openStateFile(locateRunState(config));
  } catch (error) {
    log.warn({ error: String(error) }, "`gangway status` won't see this service, since its state file can't be opened");
  }
  await recordRunState(context);
}

function reportLastEnd({ log }: Context, { endedAt, at, pid, version }: RunState): void {
  if (endedAt) return;
  const facts = { lastSign: at.toISOString(), pid, version };
  log.warn(
    facts,
    'the service did not shut down cleanly: it was killed or the machine failed; no acknowledged data was lost',
  );
}

/** Adds the service's address to the state. */
export function setRunAddress(context: Context, url: string): void {
  runs(context).url = url;
}

/** Writes the current state. */
export async function recordRunState(context: Context, ended: { readonly endedAt?: Date } = {}): Promise<void> {
  const run = runs(context);
  if (!run.file || run.isWriting) return;
  run.isWriting = true;
  try {
    await run.file.write(await describeRun(context, run, ended));
  } catch (error) {
    const trouble = findMachineTrouble(error);
    if (!trouble) throw error;
    context.conditions.begin(trouble.state, trouble.sentence);
  } finally {
    run.isWriting = false;
  }
}

async function describeRun(context: Context, { url }: Run, ended: { readonly endedAt?: Date }) {
  const { clock, live, startedAt, runID } = context;
  const people = listLastCalls(context).map(({ userID, at }) => [userID, at.getTime(), live.countOf(userID)]);
  const box = url === undefined || ended.endedAt ? undefined : await describeServerState(context);
  const samples = listSamples(context);
  const dialects = listDialectNames(context);
  return {
    pid: process.pid,
    version,
    runID,
    url,
    startedAt,
    at: clock.now(),
    ...ended,
    box,
    people,
    dialects,
    samples,
  };
}

/** Lists the active dialects and marks the default one. */
export const listDialectNames = ({ dialects }: Context): string[] =>
  dialects.list().map(({ name, isDefault }) => (isDefault ? `${name} (default)` : name));
