import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { findUser } from '#core/users/index.ts';
import { listScheduleChanges, type ScheduleLogLine, undoChange } from '#features/schedule/index.ts';
import { formatTable, say } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/** Prints the newest entries of the log, newest first. */
export async function printScheduleLog(config: Config): Promise<void> {
  const rows = await withInstance(config, { create: false }, (context) =>
    listScheduleChanges(context).map((line) => describeLine(context, line)),
  );
  if (rows.length === 0) say('The schedule has not been changed yet.');
  else say(formatTable([['entry', 'time', 'by', 'changes', 'what'], ...rows]));
}

const describeLine = (context: Context, line: ScheduleLogLine): (string | number)[] => [
  line.id,
  `${line.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  (line.userID && findUser(context, line.userID)?.username) ?? (line.action === 'update' ? 'hourly job' : 'command'),
  line.changeCount,
  describeAction(line),
];

function describeAction({ action, undoes, error }: ScheduleLogLine): string {
  if (action === 'undo') return `undoes entry ${undoes}`;
  return error === null ? action : `${action} failed: ${error}`;
}

/** Undoes a log entry and prints what changed. Throws AppError with the reason if it can't be undone. */
export async function undoScheduleChange(config: Config, entryID: number): Promise<void> {
  const undone = await withInstance(config, { create: false }, (context) => undoChange(context, entryID));
  say(
    formatTable([
      ['events', ''],
      ['changed back', undone.changed],
      ['back on the schedule', undone.restored],
      ['removed from the schedule', undone.deleted],
    ]),
  );
  say(`Entry ${entryID} was undone by entry ${undone.entryID}, which can be undone too.`);
}
