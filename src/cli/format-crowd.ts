import { type CrowdReport, maxP99Milliseconds } from '#crowd/measure-crowd.ts';
import { formatTable } from './terminal.ts';

/** Says how many people a machine can serve, and what to do if fewer than tried. */
export function describeCrowd({ people, carried, stages }: CrowdReport): string {
  const last = stages.at(-1);
  const served = `p99 was ${last?.p99Milliseconds} ms`;
  if (carried === people) return `This machine can serve ${people} people: ${served}.`;
  const isSlow = last?.failure === undefined;
  const trouble = isSlow
    ? `${served}, over ${maxP99Milliseconds} ms`
    : `${last.failures} of ${last.calls} calls failed, the first with: ${last.failure}`;
  return `This machine can serve ${carried} of ${people} people; with ${last?.people}, ${trouble}. Close other programs, check the network, or use a faster machine.`;
}

/** Formats how the service served each part of the crowd. */
export const formatStages = ({ stages }: CrowdReport): string =>
  formatTable([
    ['people', 'calls', 'median ms', 'p99', 'max', 'failed'],
    ...stages.map((stage) => [
      stage.people,
      stage.calls,
      stage.p50Milliseconds,
      stage.p99Milliseconds,
      stage.maxMilliseconds,
      stage.failures,
    ]),
  ]);
