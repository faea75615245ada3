import { stat } from 'node:fs/promises';
import { AppError, malformed } from '#contract/errors.ts';
import { ReceivedFile } from '#contract/received-file.ts';
import { writeNewFile } from '#platform/files/write-new-file.ts';
import { NotBase64 } from '#platform/text/base64-decoder.ts';
import {
  createJsonFileExtractor,
  type JsonFileExtractor,
  TooMuchOtherJson,
} from '#platform/text/json-file-extractor.ts';
import type { Sink } from './request-body.ts';

/** How to receive a JSON body that contains a file. */
export interface FileParts {
  /** The name of the file's member in the body. */
  readonly member: string;
  /** Limits for the rest of the body. */
  readonly otherBytes: number;
  /** Receives every chunk as it arrives. */
  observe(chunk: Buffer): void;
}

/** Receives a body that is a file. `observe` gets every chunk as it arrives. */
export const receiveFile =
  (observe: FileParts['observe']): Sink<ReceivedFile> =>
  async (chunks, path) => {
    async function* observed(): AsyncIterable<Buffer> {
      for await (const chunk of chunks) {
        observe(chunk);
        yield chunk;
      }
    }
    await writeNewFile(path, observed());
    return new ReceivedFile(path, (await stat(path)).size);
  };

/** Receives a JSON body that contains a file (`fileMember`) and returns the rest of the body. */
export const receiveFileInJson =
  (parts: FileParts): Sink<{ readonly json: Buffer; readonly file: ReceivedFile | undefined }> =>
  async (chunks, path) => {
    const extractor = createJsonFileExtractor(parts.member, parts.otherBytes);
    let size = 0;
    async function* extracted(): AsyncIterable<Buffer> {
      for await (const chunk of chunks) {
        parts.observe(chunk);
        for (const piece of extractFilePieces(extractor, parts, chunk)) {
          size += piece.length;
          yield piece;
        }
      }
    }
    await writeNewFile(path, extracted());
    const { json, hasFile } = extractor.end();
    return { json, file: hasFile ? new ReceivedFile(path, size) : undefined };
  };

function extractFilePieces(extractor: JsonFileExtractor, { member, otherBytes }: FileParts, chunk: Buffer): Buffer[] {
  try {
    return extractor.take(chunk);
  } catch (error) {
    if (error instanceof NotBase64) throw malformed(`The field ${member} is not standard base64.`, 'unreadableBody');
    if (!(error instanceof TooMuchOtherJson)) throw error;
    throw new AppError(
      'tooLarge',
      `The request body may have at most ${otherBytes} bytes in addition to one ${member}.`,
    );
  }
}
