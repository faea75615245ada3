import type { CountedPart, ImportReport, RecordOutcome } from '#area/user-file.ts';
import type { BulkUserUpdateCounts, BulkUserUpdateVerificationData } from './records.ts';

/** Collects the findings of an import and returns them at the end. */
export interface Report extends ImportReport {
  readonly regCodeConflicts: string[];
  readonly usernameConflicts: string[];
  readonly errorNotImported: string[];
  present(changesApplied: boolean): BulkUserUpdateVerificationData;
}

type Counts = { -readonly [Name in keyof BulkUserUpdateCounts]: number };

const createZeroCounts = (): Counts => ({
  totalRecordsProcessed: 0,
  importedCount: 0,
  duplicateCount: 0,
  errorCount: 0,
});

const countFields: Readonly<Record<RecordOutcome, keyof Counts>> = {
  imported: 'importedCount',
  duplicate: 'duplicateCount',
  failed: 'errorCount',
};

export function createReport(hasPicture: (name: string) => boolean): Report {
  const counts: Record<CountedPart, Counts> = {
    userCounts: createZeroCounts(),
    performerCounts: createZeroCounts(),
    needsPhotographerCounts: createZeroCounts(),
  };
  const otherErrors: string[] = [];
  const findings = { regCodeConflicts: [], usernameConflicts: [], errorNotImported: [] };
  return {
    ...findings,
    hasPicture,
    count(part, outcome) {
      counts[part].totalRecordsProcessed += 1;
      counts[part][countFields[outcome]] += 1;
    },
    mention: (sentence) => void otherErrors.push(sentence),
    present: (changesApplied) => ({ changesApplied, ...counts, ...findings, otherErrors }),
  };
}
