/** The text isn't valid base64. */
export class NotBase64 extends Error {
  constructor() {
    super('not standard base64');
    this.name = 'NotBase64';
  }
}

/** Decodes standard base64 in JSON, chunk by chunk. */
export interface Base64Decoder {
  /** Returns the bytes that can be decoded so far. Throws NotBase64. */
  decode(piece: Buffer): Buffer;
  /** Throws NotBase64 if the input is incomplete. */
  end(): void;
}

const unfinishedEscape = /\\(?:u[0-9a-f]{0,3})?$/i;
const escapedCharacter = /\\u([0-9a-f]{4})/gi;

/** Some JSON writers escape the slash, others the plus. */
function removeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  // By far the most common case, and much faster than the general one.
  const plain = text.replaceAll('\\/', '/');
  return plain.replace(escapedCharacter, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export function createBase64Decoder(): Base64Decoder {
  /** Fewer than four characters, or an incomplete escape. */
  let rest = '';
  let hasEnded = false;

  return {
    decode(piece) {
      const raw = rest + piece.toString('latin1');
      const tail = unfinishedEscape.exec(raw)?.[0] ?? '';
      const text = removeEscapes(raw.slice(0, raw.length - tail.length));
      const whole = text.slice(0, text.length - (text.length % 4));
      rest = text.slice(whole.length) + tail;
      if (whole === '') return Buffer.alloc(0);
      const bytes = Buffer.from(whole, 'base64');
      const padding = whole.endsWith('==') ? 2 : whole.endsWith('=') ? 1 : 0;
      // Invalid characters are skipped; the length shows whether there were any.
      if (hasEnded || bytes.length !== (whole.length / 4) * 3 - padding) throw new NotBase64();
      hasEnded = padding > 0;
      return bytes;
    },
    end() {
      if (rest !== '') throw new NotBase64();
    },
  };
}
