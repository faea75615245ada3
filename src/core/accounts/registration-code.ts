const normalForm = /^[a-z0-9]{6}$/;

/** Lower case without any white space, as codes are stored and compared (core, Validation: registration code normal form). */
export const normalizeRegistrationCode = (text: string): string => text.toLowerCase().replace(/\s+/g, '');

/** Whether the text, however spaced and in any letter case, could be a registration code: six letters or digits. */
export const isRegistrationCode = (text: string): boolean => normalForm.test(normalizeRegistrationCode(text));
