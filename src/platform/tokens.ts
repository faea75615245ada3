import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * Bearer tokens that the database alone cannot give away: a token is computed from a random row value with the instance's
 * secret key, and found again by its hash (decision 15).
 */
export const generateNonce = (): string => randomBytes(18).toString('base64url');

export function deriveToken(secretKey: Buffer, nonce: string): string {
  return createHmac('sha256', secretKey).update(`token:${nonce}`).digest('base64url');
}

/** Names these bytes without telling anything of them: whoever has not the secret key cannot try what they were. */
export const computeKeyedHash = (secretKey: Buffer, text: string, bytes: Uint8Array): string =>
  createHmac('sha256', secretKey).update(`fingerprint:${text}`).update(bytes).digest('base64url');

/** As `computeKeyedHash`, of a file. */
export async function computeKeyedHashOfFile(secretKey: Buffer, text: string, path: string): Promise<string> {
  const hash = createHmac('sha256', secretKey).update(`fingerprint:${text}`);
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('base64url');
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
