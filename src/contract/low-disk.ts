import { AppError } from './errors.ts';

/** What is rejected while the disk runs low, in this order; each step includes the previous ones (core rule 128). */
export const lowDiskLevels = ['pictures', 'beginnings', 'writing'] as const;
export type LowDiskLevel = (typeof lowDiskLevels)[number];

/** Explains to users what works and what doesn't. */
export const lowDiskSentences: Readonly<Record<LowDiskLevel, string>> = {
  pictures:
    'The server’s disk is nearly full, so pictures and clips can’t be uploaded right now. You can still post text.',
  beginnings:
    'The server’s disk is nearly full, so new threads, chats, events, items and pictures are paused. You can still post in existing ones.',
  writing: 'The server’s disk is nearly full, so posting is paused. Reading still works.',
};

/** Whether `reached` includes this step. Undefined: there's space for everything. */
export const isStepRefused = (step: LowDiskLevel, reached: LowDiskLevel | undefined): boolean =>
  reached !== undefined && lowDiskLevels.indexOf(step) <= lowDiskLevels.indexOf(reached);

/** Creates a 503 for a call rejected because the disk is nearly full. The `x-refused` header has the level. */
export const createLowDiskError = (step: LowDiskLevel): AppError =>
  new AppError('diskLow', lowDiskSentences[step], { headers: { 'retry-after': '60', 'x-refused': step } });
