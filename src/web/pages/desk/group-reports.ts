import type { ReportType } from '#area/moderated.ts';
import type { ReportModerationData } from '#core/reports/records.ts';

/** All reports on the same content. */
export interface ReportedContent {
  readonly type: ReportType;
  readonly id: string;
  /** Newest first. */
  readonly reports: readonly ReportModerationData[];
  /** Open reports, newest first. */
  readonly open: readonly ReportModerationData[];
  /** The moderator handling the open reports, if all are being handled. */
  readonly handledBy: ReportModerationData['handledBy'];
}

/** Groups reports by content, in the order of the newest report on each. */
export function groupReports(reports: readonly ReportModerationData[]): ReportedContent[] {
  const things = Map.groupBy(reports, ({ type, reportedID }) => `${type} ${reportedID}`);
  return [...things.values()].flatMap((own) => {
    const [newest] = own;
    if (!newest) return [];
    const open = own.filter(({ isClosed }) => !isClosed);
    const isTaken = open.every(({ handledBy }) => handledBy !== undefined);
    return [
      {
        type: newest.type,
        id: newest.reportedID,
        reports: own,
        open,
        handledBy: isTaken ? open[0]?.handledBy : undefined,
      },
    ];
  });
}

/** Sorts the queue: the viewer's own cases first, then untaken ones, then those of others. */
export function listWithOpenReports(
  things: readonly ReportedContent[],
  viewerID: string | undefined,
): ReportedContent[] {
  const rank = ({ handledBy }: ReportedContent): number => {
    if (handledBy === undefined) return 1;
    return handledBy.userID === viewerID ? 0 : 2;
  };
  return things.filter(({ open }) => open.length > 0).sort((left, right) => rank(left) - rank(right));
}
