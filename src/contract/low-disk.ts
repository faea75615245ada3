import { AppError } from './errors.ts';

/** What is rejected while the disk runs low, in this order; each step includes the previous ones (core rule 128). */
export const lowDiskLevels = ['pictures', 'beginnings', 'writing'] as const;
export type LowDiskLevel = (typeof lowDiskLevels)[number];

/** Explains to users what works and what doesn't. */
export const lowDiskSentences: Readonly<Record<LowDiskLevel, string>> = {
  pictures: 'The disk of the server is nearly full: pictures and clips cannot be sent at the moment, texts can.',
  beginnings:
    'The disk of the server is nearly full: nothing new can be begun at the moment, no thread, chat, appointment or item, and no pictures can be sent. What there is goes on.',
  writing: 'The disk of the server is nearly full: one can only read at the moment.',
};

/** Whether `reached` includes this step. Undefined: there's space for everything. */
export const isRefusedAt = (step: LowDiskLevel, reached: LowDiskLevel | undefined): boolean =>
  reached !== undefined && lowDiskLevels.indexOf(step) <= lowDiskLevels.indexOf(reached);

/** Creates a 503 for a call rejected for lack of space; a header gives the step for programs. */
export const createLowDiskError = (step: LowDiskLevel): AppError =>
  new AppError('diskLow', lowDiskSentences[step], { headers: { 'retry-after': '60', 'x-refused': step } });
