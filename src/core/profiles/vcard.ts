import type { UserRow } from '#core/users/tables.ts';

/** What of a profile is of use ashore. Empty and null alike mean unset. */
export type ContactData = Pick<UserRow, 'username'> &
  Partial<
    Pick<UserRow, 'displayName' | 'realName' | 'preferredPronoun' | 'homeLocation' | 'email' | 'discordUsername'>
  >;

/** A contact as a vCard of version 3.0 (core rule 88). */
export function writeVCard(contact: ContactData): string {
  const { username, displayName, realName, preferredPronoun, homeLocation, email, discordUsername } = contact;
  const fullName = escapeText(realName || displayName || username);
  const nicknames = [displayName, username].flatMap((name) => (name ? [escapeText(name)] : []));
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${fullName}`,
    // Which part of a name is the family's cannot be known, so all of it stands as the given name.
    `N:;${fullName};;;`,
    `NICKNAME:${nicknames.join(',')}`,
    email && `EMAIL;TYPE=INTERNET:${escapeText(email)}`,
    homeLocation && `ADR;TYPE=HOME:;;;${escapeText(homeLocation)};;;`,
    discordUsername && `IMPP;X-SERVICE-TYPE=Discord:discord:${encodeURI(discordUsername)}`,
    preferredPronoun && `NOTE:${escapeText(`Pronouns: ${preferredPronoun}`)}`,
    'END:VCARD',
  ];
  return lines.flatMap((line) => (line ? [`${line}\r\n`] : [])).join('');
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}
