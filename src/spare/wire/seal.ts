import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** What one machine tells the other: something small to read, and bytes that go with it. */
export interface Message {
  readonly head: unknown;
  readonly body: Buffer;
}

/** Closes messages so that only the paired machine can read them, and sees when a single bit has changed. */
export interface Seal {
  /** `about` is not sent but must be the same where the message is opened: what it answers to. */
  close(message: Message, about: string): Buffer<ArrayBuffer>;
  /** Undefined for what the paired machine has not sent about this. */
  open(sealed: Buffer, about: string): Message | undefined;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const lengthBytes = 4;

/** A seal by a pairing code. */
export function createSeal(code: string): Seal {
  // As an object it is prepared once, not for each message.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', code, '', 'gangway spare 1', 32)));
  return {
    close({ head, body }, about) {
      const nonce = randomBytes(nonceBytes);
      const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(about));
      const text = Buffer.from(JSON.stringify(head));
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(text.length);
      const parts = [length, text, body].map((part) => encryption.update(part));
      return Buffer.concat([nonce, ...parts, encryption.final(), encryption.getAuthTag()]);
    },
    open(sealed, about) {
      if (sealed.length < nonceBytes + lengthBytes + tagBytes) return undefined;
      const plain = decrypt(sealed, key, about);
      return plain && readMessage(plain);
    },
  };
}

function decrypt(sealed: Buffer, key: KeyObject, about: string): Buffer | undefined {
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(about))
    .setAuthTag(sealed.subarray(-tagBytes));
  const plain = decryption.update(sealed.subarray(nonceBytes, -tagBytes));
  try {
    return Buffer.concat([plain, decryption.final()]);
  } catch {
    return undefined;
  }
}

function readMessage(plain: Buffer): Message | undefined {
  const end = lengthBytes + plain.readUInt32BE(0);
  if (end > plain.length) return undefined;
  return { head: JSON.parse(plain.toString('utf8', lengthBytes, end)), body: plain.subarray(end) };
}
