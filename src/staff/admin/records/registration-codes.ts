import * as v from 'valibot';
import { instant, wholeNumber, wireSchema } from '#contract/fields.ts';
import { normalizeRegistrationCode } from '#core/accounts/index.ts';
import { UserHeader } from '#core/users/records.ts';

export const RegistrationCodeUserData = v.strictObject({
  users: v.array(UserHeader),
  regCode: v.string(),
  isForDiscordUser: v.boolean(),
  discordUsername: v.optional(v.string()),
  hasUsedRegCodeForPasswordRecovery: v.boolean(),
  accountCreatedAt: v.optional(instant),
});
export type RegistrationCodeUserData = v.InferOutput<typeof RegistrationCodeUserData>;

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

/** Rejects what has another form as unreadable: nothing in a path is a field of a body. */
function formOf(form: RegExp, complaint: string) {
  return v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    if (form.test(dataset.value)) return dataset.value;
    addIssue({ message: complaint });
    return NEVER;
  });
}

/** A registration code in a path, in any letter case and spacing; normal form out (admin, Validation: regcode search). */
export const registrationCodeInPath = v.pipe(
  v.string(),
  wireSchema({ type: 'string' }),
  v.transform(normalizeRegistrationCode),
  formOf(/^[a-z0-9]{6}$/, 'is not a registration code of six letters or digits'),
);

/** A chat name in a path (admin, Validation: discord username). */
export const discordUsernameInPath = v.pipe(
  v.string(),
  wireSchema({ type: 'string' }),
  formOf(/^[a-z0-9._]{1,50}$/, 'is not a chat name: lower-case letters, digits, dots and underscores'),
);
