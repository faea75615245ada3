import type { WriteContext } from '#area/context.ts';
import { getUser, toCaller } from '#core/users/index.ts';
import { createFez } from './create-fez.ts';

/** What the service itself writes to people. */
export interface Seamail {
  readonly memberIDs: readonly string[];
  readonly title: string;
  readonly text: string;
}

/** Starts a closed chat in the name of an account, with a first post (core rule 105). */
export function sendSeamail(context: WriteContext, senderID: string, { memberIDs, title, text }: Seamail): void {
  createFez(context, toCaller(getUser(context, senderID)), {
    fezType: 'closed',
    title,
    info: '',
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: [...memberIDs],
    firstPost: { text, images: [] },
  });
}
