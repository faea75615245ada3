import type { Context } from '#area/context.ts';
import type { EventPerformerValidationData } from '../records.ts';

type CheckLinks = (context: Context) => Promise<EventPerformerValidationData>;

/** The schedule is ranked above performers, but its desk looks at their workbook by one of its calls (schedule rule 42). */
let checkLinks: CheckLinks | undefined;

/** Tells how the workbook of performers' events is checked; called once, by the performers. */
export function checkPerformersBy(check: CheckLinks): void {
  checkLinks = check;
}

/** What the uploaded workbook would do. Throws 400 without one. */
export function checkPerformers(context: Context): Promise<EventPerformerValidationData> {
  if (!checkLinks) throw new Error('nobody has told how performers are checked');
  return checkLinks(context);
}
