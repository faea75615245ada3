import { createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * Bearer tokens that can't be derived from the database alone: a token is computed from a random row value with the
 * instance's secret key, and looked up by its hash (decision 15).
 */
export const generateNonce = (): string => randomBytes(18).toString('base64url');

export function deriveToken(secretKey: Buffer, nonce: string): string {
  return createHmac('sha256', secretKey).update(`token:${nonce}`).digest('base64url');
}

/** Computes a keyed hash of bytes that arrive in chunks. */
export interface Fingerprint {
  add(bytes: Uint8Array): void;
  compute(): string;
}

/** Returns a keyed hash of bytes: without the secret key, guesses can't be verified. */
export function startFingerprint(secretKey: Buffer, text: string): Fingerprint {
  const hash = createHmac('sha256', secretKey).update(`fingerprint:${text}`);
  return { add: (bytes) => void hash.update(bytes), compute: () => hash.digest('base64url') };
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
