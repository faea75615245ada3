import * as v from 'valibot';
import type { Crowd } from './crowd.ts';
import { type LoadReport, putUnderLoad } from './put-under-load.ts';

const Stage = v.object({
  people: v.number(),
  calls: v.number(),
  /** From the moment the call was due to the end of its response. */
  p50Milliseconds: v.number(),
  p99Milliseconds: v.number(),
  maxMilliseconds: v.number(),
  /** Failed calls, rejected polls and broken sockets. */
  failures: v.number(),
  /** Message of the first one. */
  failure: v.optional(v.string()),
  isWell: v.boolean(),
});
/** How the service served one part of the crowd. */
type Stage = v.InferOutput<typeof Stage>;

/** How many people a machine and its network can serve. */
export const CrowdReport = v.object({
  people: v.number(),
  /** The largest number that was served well. */
  carried: v.number(),
  stages: v.array(Stage),
});
export type CrowdReport = v.InferOutput<typeof CrowdReport>;

/** Above this latency people notice the wait. */
export const maxP99Milliseconds = 500;
const stageShares = [0.25, 0.5, 0.75, 1];
/** How much of each stage passes before calls count. */
const warmUpShare = 0.2;
const secondsBetweenPolls = 10;
const secondsBetweenActions = 10;
/**
 * With more rejections than this, the crowd isn't doing what people do. Single calls may all be rejected, such as likes
 * of one's own posts.
 */
const maxRefusedShare = 0.2;
const minAllowedRefusals = 10;

/** Lets more and more of the crowd poll and act, with sockets open, until all do or the service can't keep up. */
export async function measureCrowd(
  url: string,
  crowd: Crowd,
  seconds: number,
  show: (done: number, total: number) => void,
): Promise<CrowdReport> {
  const stages: Stage[] = [];
  for (const [index, share] of stageShares.entries()) {
    show(index, stageShares.length);
    const passengers = crowd.passengers.slice(0, Math.ceil(crowd.passengers.length * share));
    const stage = await measureStage(url, { ...crowd, passengers }, seconds / stageShares.length);
    stages.push(stage);
    if (!stage.isWell) break;
  }
  const carried = Math.max(0, ...stages.filter(({ isWell }) => isWell).map(({ people }) => people));
  return { people: crowd.passengers.length, carried, stages };
}

async function measureStage(url: string, crowd: Crowd, seconds: number): Promise<Stage> {
  const people = crowd.passengers.length;
  try {
    const report = await putUnderLoad(url, crowd, {
      seconds: seconds * (1 - warmUpShare),
      warmUpSeconds: seconds * warmUpShare,
      secondsBetweenPolls,
      actionsPerSecond: people / secondsBetweenActions,
      hasSockets: true,
    });
    return evaluateStage(people, report);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const none = { calls: 0, p50Milliseconds: 0, p99Milliseconds: 0, maxMilliseconds: 0 };
    return { people, ...none, failures: 1, failure, isWell: false };
  }
}

function evaluateStage(people: number, { all, errors, refused, shed, brokenSockets }: LoadReport): Stage {
  const failures = errors.length + shed + brokenSockets;
  const isRefused = refused > minAllowedRefusals + all.count * maxRefusedShare;
  const failure =
    errors[0] ??
    (shed > 0 ? 'polls were rejected' : undefined) ??
    (brokenSockets > 0 ? 'a socket broke' : undefined) ??
    (isRefused ? 'most calls were refused' : undefined);
  return {
    people,
    calls: all.count,
    p50Milliseconds: Math.round(all.p50),
    p99Milliseconds: Math.round(all.p99),
    maxMilliseconds: Math.round(all.max),
    failures,
    ...(failure !== undefined && { failure }),
    isWell: failure === undefined && all.p99 <= maxP99Milliseconds,
  };
}
