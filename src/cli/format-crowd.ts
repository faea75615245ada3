import { type CrowdReport, maxP99Milliseconds } from '#crowd/measure-crowd.ts';
import { formatTable } from './terminal.ts';

/** Says how many people a machine can serve, and what to do if fewer than tried. */
export function describeCrowd({ people, carried, stages }: CrowdReport): string {
  const last = stages.at(-1);
  const served = `99 of 100 calls took up to ${last?.p99Milliseconds} ms`;
  if (carried === people) return `This machine carries ${people} people: ${served}.`;
  const isSlow = last?.failure === undefined;
  const trouble = isSlow
    ? `${served}, over ${maxP99Milliseconds} ms`
    : `${last.failures} of ${last.calls} calls failed, the first with: ${last.failure}`;
  return `This machine carries ${carried} of ${people} people; with ${last?.people}, ${trouble}. End other programs, look at the network, or use a faster machine.`;
}

/** Formats how the service served each part of the crowd. */
export const formatStages = ({ stages }: CrowdReport): string =>
  formatTable([
    ['people', 'calls', 'half within ms', '99 of 100', 'slowest', 'failed'],
    ...stages.map((stage) => [
      stage.people,
      stage.calls,
      stage.p50Milliseconds,
      stage.p99Milliseconds,
      stage.maxMilliseconds,
      stage.failures,
    ]),
  ]);
