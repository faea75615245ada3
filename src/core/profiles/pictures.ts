import type { PictureSource } from '#area/pictures.ts';
import { prepareQueryText } from '#db/prepared.ts';

const avatarsQuery = prepareQueryText<Record<never, never>, { username: string; name: string; isBorrowed: 0 | 1 }>(`
  SELECT username, user_image AS name, id IN (SELECT user_id FROM borrowed_avatars) AS isBorrowed
  FROM users WHERE user_image IS NOT NULL`);

const formerAvatarsQuery = prepareQueryText<Record<never, never>, { name: string }>(
  'SELECT user_image AS name FROM profile_edits WHERE user_image IS NOT NULL',
);

/** Lists current and former avatars of accounts. Those chosen only by name may not exist as files (core rule 85). */
export const listAvatars: PictureSource = ({ db }) => [
  ...avatarsQuery
    .all(db, {})
    .map(({ username, name, isBorrowed }) =>
      isBorrowed
        ? ({ name, files: 'unchecked' } as const)
        : ({ name, what: `avatar ${name} of ${username}`, files: 'stored' } as const),
    ),
  ...formerAvatarsQuery.all(db, {}).map(({ name }) => ({ name, files: 'unchecked' }) as const),
];
