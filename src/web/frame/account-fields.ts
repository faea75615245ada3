/** The registration code; the name is the same in every form, on cabin cards and in the help. Spaces are ignored. */
export const registrationCode = {
  label: 'Registration code',
  kind: 'code',
  hint: 'The six letters and digits on your cabin card.',
} as const;

/** A new username; the hint says what's allowed. */
export const username = {
  label: 'Username',
  kind: 'username',
  hint: '2 to 50 characters: letters a to z and digits, with - . + or _ between them.',
} as const;

/** A new password. */
export const newPassword = { label: 'New password', kind: 'newPassword', hint: '6 to 50 characters.' } as const;
