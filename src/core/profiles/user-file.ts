import type { UserFileFields } from '#area/user-file.ts';
import { readDescriptions, storeDescription } from '#core/images/index.ts';
import { pictureDescription } from '#core/images/records.ts';
import { findUserRow } from '#core/users/index.ts';

interface Fields {
  readonly userImageDescription?: string | undefined;
}

/** The descriptions of avatars, which go to the next sailing with them (core rule 138). */
export const avatarDescriptionField: UserFileFields<Fields> = {
  entries: { userImageDescription: pictureDescription },
  collect(context, userIDs) {
    const avatars = userIDs.flatMap((userID) => {
      const name = findUserRow(context.db, userID)?.userImage;
      return name ? [{ userID, name }] : [];
    });
    const texts = readDescriptions(
      context,
      avatars.map(({ name }) => name),
    );
    return new Map(
      avatars.flatMap(({ userID, name }) => {
        const userImageDescription = texts.get(name);
        return userImageDescription === undefined ? [] : [[userID, { userImageDescription }]];
      }),
    );
  },
  restore(context, userID, { userImageDescription: description }) {
    const name = findUserRow(context.db, userID)?.userImage;
    if (name) storeDescription(context, { name, description });
  },
};
