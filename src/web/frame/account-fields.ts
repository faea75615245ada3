import { maxTypedCode } from '#core/accounts/records.ts';
import { maxUsername } from '#core/users/records.ts';
import type { FieldOptions } from './forms.ts';

type SharedField = Omit<FieldOptions, 'name'> & { readonly hint: string };

/** Called the same in every form, on cabin cards and in the help. Spaces may stand anywhere in it. */
export const registrationCode = {
  label: 'Registration code',
  kind: 'code',
  maxLength: maxTypedCode,
  hint: 'Six letters or digits from your cabin card.',
} as const satisfies SharedField;

/** A new username: what is allowed is said before it is typed. */
export const username = {
  label: 'Username',
  kind: 'username',
  minLength: 2,
  maxLength: maxUsername,
  hint: 'Letters from a to z, digits and - . + _ between them, 2 to 50 in all.',
} as const satisfies SharedField;

/** A new password. */
export const newPassword = {
  label: 'New password',
  kind: 'newPassword',
  minLength: 6,
  maxLength: 50,
  isRequired: true,
  hint: '6 to 50 characters.',
} as const satisfies SharedField;
