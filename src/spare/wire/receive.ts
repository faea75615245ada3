import type { IncomingMessage } from 'node:http';

const maxBytes = 64 * 1024;

/**
 * The body of a question; undefined for one that is too long or ends early. Read as it comes: a body by the rules of the
 * web costs as much as all the rest of an answer.
 */
export async function receiveQuestion(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    // Without an encoding it comes in buffers.
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}
