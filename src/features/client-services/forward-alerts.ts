import type { Context, WriteContext } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { sendSeamail } from '#features/fez/index.ts';
import type { AlertmanagerAlert } from './records.ts';

const missingSummary = 'No summary was given with this alert.';

/** Sends a seamail for each alert to the users it names, for all alerts or for none (core rule 105). Throws 400. */
export function forwardAlerts(context: WriteContext, alerts: readonly AlertmanagerAlert[]): void {
  const senderID = getUserID(context, sharedAccounts.metrics);
  for (const { status, labels, annotations } of alerts) {
    sendSeamail(context, senderID, {
      memberIDs: readParticipants(context, annotations.participants),
      title: `Prometheus Alert: ${labels.alertname ?? 'unnamed'} is now ${status}.`,
      text: annotations.summary || missingSummary,
    });
  }
}

function readParticipants(context: Context, participants: string | undefined): string[] {
  const names = (participants ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw malformed('An alert has no participants annotation.');
  return names.map((name) => getUserID(context, name));
}

function getUserID({ db }: Context, username: string): string {
  const user = findUserRowByName(db, username);
  if (!user) throw malformed(`No user is called ${username}.`, 'unknownUser');
  return user.id;
}
