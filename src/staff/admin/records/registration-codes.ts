import * as v from 'valibot';
import { instant, wholeNumber, wireSchema } from '#contract/fields.ts';
import { normalizeRegistrationCode } from '#core/accounts/index.ts';
import { UserHeader } from '#core/users/records.ts';

/** A code with the family that used it; `regCode` is empty for a family without one (admin rule A11). */
export const RegistrationCodeUserData = v.strictObject({
  users: v.array(UserHeader),
  regCode: v.string(),
  isForDiscordUser: v.boolean(),
  discordUsername: v.optional(v.string()),
  hasUsedRegCodeForPasswordRecovery: v.boolean(),
  accountCreatedAt: v.optional(instant),
});
export type RegistrationCodeUserData = v.InferOutput<typeof RegistrationCodeUserData>;

/** How many codes there are and how many were used (admin rule A7). */
export const RegistrationCodeStatsData = v.strictObject({
  allocatedCodes: wholeNumber,
  usedCodes: wholeNumber,
  unusedCodes: wholeNumber,
  allocatedDiscordCodes: wholeNumber,
  assignedDiscordCodes: wholeNumber,
  usedDiscordCodes: wholeNumber,
  adminCodes: wholeNumber,
});
export type RegistrationCodeStatsData = v.InferOutput<typeof RegistrationCodeStatsData>;

/** A text of another form is unreadable, a plain 400: nothing in a path is a field of a body. */
function readForm(form: RegExp, complaint: string) {
  return v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    if (form.test(dataset.value)) return dataset.value;
    addIssue({ message: complaint });
    return NEVER;
  });
}

/** A registration code in a path, in any letter case and spacing; normalized (admin, Validation: regcode search). */
export const registrationCodeInPath = v.pipe(
  v.string(),
  wireSchema({ type: 'string' }),
  v.transform(normalizeRegistrationCode),
  readForm(/^[a-z0-9]{6}$/, 'is not a registration code of six letters or digits'),
);

/** A chat name in a path (admin, Validation: discord username). */
export const discordUsernameInPath = v.pipe(
  v.string(),
  wireSchema({ type: 'string' }),
  readForm(/^[a-z0-9._]{1,50}$/, 'is not a chat name: lower-case letters, digits, dots and underscores'),
);
