import type { UserRow } from '#core/users/tables.ts';

/** The fields of a profile that are useful ashore. Empty and null both mean unset. */
export type ContactData = Pick<UserRow, 'username'> &
  Partial<
    Pick<UserRow, 'displayName' | 'realName' | 'preferredPronoun' | 'homeLocation' | 'email' | 'discordUsername'>
  >;

/** Formats a contact as a vCard, version 3.0 (core rule 88). */
export function writeVCard(contact: ContactData): string {
  const { username, displayName, realName, preferredPronoun, homeLocation, email, discordUsername } = contact;
  const fullName = escapeText(realName || displayName || username);
  const nicknames = [displayName, username].flatMap((name) => (name ? [escapeText(name)] : []));
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${fullName}`,
    // The family name can't be determined, so the full name is the given name.
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
