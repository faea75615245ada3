import type { Context } from '#area/context.ts';
import type { ReadinessLineName } from '#contract/readiness.ts';
import type { BoxData } from '../records.ts';

/** What the running service says of itself. */
export type RunningService = Pick<BoxData, 'version' | 'environment' | 'startedAt' | 'troubles' | 'spare'> & {
  readonly runID: string | undefined;
};

/** What the checks look at. */
export interface Inspected {
  readonly context: Context;
  /** A fault where no service runs. */
  readonly service: RunningService | Fault;
  /** Where systemd looks for units. */
  readonly unitFolder: string;
}

/** What keeps a line from being ready, and the command that helps where there is one. */
export interface Fault {
  readonly sentence: string;
  readonly command?: string;
}

/** What a check found: faults, or else a sentence that says how it is. */
export interface Finding {
  readonly faults: readonly Fault[];
  readonly sentence: string;
}

/** A line of the table. */
export interface ReadinessLine {
  readonly name: ReadinessLineName;
  readonly title: string;
  readonly check: (inspected: Inspected) => Finding | Promise<Finding>;
}

/** A finding without faults. */
export const ready = (sentence: string): Finding => ({ faults: [], sentence });

/** A finding with one fault. */
export const fault = (sentence: string, command?: string): Finding => ({
  faults: [createFault(sentence, command)],
  sentence: '',
});

/** Creates a fault. */
export const createFault = (sentence: string, command?: string): Fault => ({ sentence, ...(command && { command }) });

/** Whether a service runs. */
export const isRunning = (service: Inspected['service']): service is RunningService => 'startedAt' in service;

/** The troubles that the running service, or the instance, knows under names like these, as faults. */
export const pickTroubles = ({ service }: Inspected, names: RegExp, command?: string): Fault[] =>
  isRunning(service)
    ? service.troubles.filter(({ name }) => names.test(name)).map(({ sentence }) => createFault(sentence, command))
    : [];

/** A moment to the minute: `2026-03-21 09:00 UTC`. */
export const formatMinute = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The day of a moment: `2026-03-21`. */
export const formatDay = (moment: Date): string => moment.toISOString().slice(0, 10);
