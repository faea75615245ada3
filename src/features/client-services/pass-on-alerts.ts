import type { Context, WriteContext } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { sendSeamail } from '#features/fez/index.ts';
import type { AlertmanagerAlert } from './records.ts';

const noSummary = 'No summary was given with this alert.';

/** Writes a seamail for each alert to the people it names; for all of them or for none (core rule 105). */
export function passOnAlerts(context: WriteContext, alerts: readonly AlertmanagerAlert[]): void {
  const senderID = readUserID(context, sharedAccounts.metrics);
  for (const { status, labels, annotations } of alerts) {
    sendSeamail(context, senderID, {
      memberIDs: readParticipants(context, annotations.participants),
      title: `Prometheus Alert: ${labels.alertname ?? 'unnamed'} is now ${status}.`,
      text: annotations.summary || noSummary,
    });
  }
}

function readParticipants(context: Context, participants: string | undefined): string[] {
  const names = (participants ?? '').split(',').map((name) => name.trim());
  if (!names.some((name) => name !== '')) throw malformed('an alert lacks the annotation participants');
  return names.filter((name) => name !== '').map((name) => readUserID(context, name));
}

function readUserID({ db }: Context, username: string): string {
  const user = findUserRowByName(db, username);
  if (!user) throw malformed(`there is no user ${username}`);
  return user.id;
}
