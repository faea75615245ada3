import type { UserRow } from './tables.ts';

/** The composed name: `Display (@user) - Real Name`, each part only when there is one (core rule 72). */
export function composeUserSearch({
  username,
  displayName,
  realName,
}: Pick<UserRow, 'username' | 'displayName' | 'realName'>): string {
  const name = displayName ? `${displayName} (@${username})` : `@${username}`;
  return realName ? `${name} - ${realName}` : name;
}
