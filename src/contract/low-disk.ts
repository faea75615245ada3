import { AppError } from './errors.ts';

/** What is no longer taken while the disk runs low, in this order; each step includes those before it (core rule 128). */
export const lowDiskLevels = ['pictures', 'beginnings', 'writing'] as const;
export type LowDiskLevel = (typeof lowDiskLevels)[number];

/** For users, what works and what does not. */
export const lowDiskSentences: Readonly<Record<LowDiskLevel, string>> = {
  pictures: 'The disk of the server is nearly full: pictures and clips cannot be sent at the moment, texts can.',
  beginnings:
    'The disk of the server is nearly full: nothing new can be begun at the moment, no thread, chat, appointment or item, and no pictures can be sent. What there is goes on.',
  writing: 'The disk of the server is nearly full: one can only read at the moment.',
};

/** Is a step taken where the disk has come to `reached`? Undefined: there is room for everything. */
export const isRefusedAt = (step: LowDiskLevel, reached: LowDiskLevel | undefined): boolean =>
  reached !== undefined && lowDiskLevels.indexOf(step) <= lowDiskLevels.indexOf(reached);

/** A 503 for what is not taken at the moment; programs read from a header how far it has come. */
export const createLowDiskError = (step: LowDiskLevel): AppError =>
  new AppError('unavailable', lowDiskSentences[step], { headers: { 'retry-after': '60', 'x-refused': step } });
