import type { Context } from '#area/context.ts';
import type { ReadinessLineName } from '#contract/readiness.ts';
import type { BoxData } from '../records.ts';

/** The running service's report. */
export type RunningService = Pick<BoxData, 'version' | 'environment' | 'startedAt' | 'troubles' | 'spare'> & {
  readonly runID: string | undefined;
};

/** Input of the checks. */
export interface CheckInput {
  readonly context: Context;
  /** A fault if no service is running. */
  readonly service: RunningService | Fault;
  /** Folder of the systemd units. */
  readonly unitFolder: string;
}

/** What keeps a line from being ready, and the command that helps if there is one. */
export interface Fault {
  readonly sentence: string;
  readonly command?: string;
}

/** Result of a check: faults, or else a sentence with the state. */
export interface Finding {
  readonly faults: readonly Fault[];
  readonly sentence: string;
}

/** A line of the table. */
export interface ReadinessLine {
  readonly name: ReadinessLineName;
  readonly title: string;
  readonly check: (inspected: CheckInput) => Finding | Promise<Finding>;
}

/** Creates a finding without faults. */
export const createReadyFinding = (sentence: string): Finding => ({ faults: [], sentence });

/** Creates a finding with one fault. */
export const createFaultyFinding = (sentence: string, command?: string): Finding => ({
  faults: [createFault(sentence, command)],
  sentence: '',
});

/** Creates a fault. */
export const createFault = (sentence: string, command?: string): Fault => ({ sentence, ...(command && { command }) });

/** Whether a service is running. */
export const isRunning = (service: CheckInput['service']): service is RunningService => 'startedAt' in service;

/** Returns the problems with names like these, from the running service or the instance, as faults. */
export const findTroublesAsFaults = ({ service }: CheckInput, names: RegExp, command?: string): Fault[] =>
  isRunning(service)
    ? service.troubles.filter(({ name }) => names.test(name)).map(({ sentence }) => createFault(sentence, command))
    : [];

/** Formats a time to the minute: `2026-03-21 09:00 UTC`. */
export const formatMinute = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Formats the day of a time: `2026-03-21`. */
export const formatDay = (moment: Date): string => moment.toISOString().slice(0, 10);
