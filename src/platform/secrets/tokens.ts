import { createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * Bearer tokens that the database alone cannot give away: a token is computed from a random row value with the instance's
 * secret key, and found again by its hash (decision 15).
 */
export const generateNonce = (): string => randomBytes(18).toString('base64url');

export function deriveToken(secretKey: Buffer, nonce: string): string {
  return createHmac('sha256', secretKey).update(`token:${nonce}`).digest('base64url');
}

/** What bytes that come one after the other are named by. */
export interface Fingerprint {
  add(bytes: Uint8Array): void;
  compute(): string;
}

/** Names bytes without telling anything of them: anyone who has not the secret key cannot try what they were. */
export function startFingerprint(secretKey: Buffer, text: string): Fingerprint {
  const hash = createHmac('sha256', secretKey).update(`fingerprint:${text}`);
  return { add: (bytes) => void hash.update(bytes), compute: () => hash.digest('base64url') };
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
