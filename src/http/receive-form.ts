import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError, invalidField, malformed } from '#contract/errors.ts';
import { ReceivedFile } from '#contract/received-file.ts';
import { type FileKind, headBytes } from '#platform/files/file-kinds.ts';
import { writeNewFile } from '#platform/files/write-new-file.ts';
import {
  createTextCollector,
  type FormParts,
  formLimits,
  type NamedFile,
  tooManyPartsError,
  tooMuchTextError,
} from './form-parts.ts';

/** Limits on a file, checked while it arrives. */
export interface FileRule {
  readonly maxBytes: number;
  readonly kind: FileKind;
}

/** A form with files (`multipart/form-data`) to receive. */
export interface FormToReceive {
  readonly contentType: string;
  /** Filled as parts arrive; if the form is rejected or cut off, it contains the parts so far. */
  readonly parts: FormParts;
  /** By field name. A file in another field may have any type, and any size up to that of the form. */
  readonly fileRules: ReadonlyMap<string, FileRule>;
}

/** A part may have no field name, although the library's types promise one. */
const noFieldName = '';
/** The parser can't stop within a piece, and 64 KiB can contain thousands of parts. */
const pieceBytes = 16 * 1024;
/** With malformed input, such parsers have failed to report the end. */
const maxMillisecondsToFinish = 10_000;

const damagedForm = () => malformed('The form was damaged on the way. Send it again.', 'unreadableBody');

/**
 * Writes the files of a form to this folder as they arrive, so none is held in memory. Skips fields in which no file
 * was chosen. Throws 400 under the field if a file has the wrong type, as soon as its first bytes are there, and 413 if
 * it's too large. The caller deletes the folder in any case.
 */
export async function receiveForm(chunks: AsyncIterable<Buffer>, form: FormToReceive, folder: string): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = (reason: unknown): void => stopping.abort(reason);
  const streams: Readable[] = [];
  const saving: Promise<NamedFile | undefined>[] = [];
  const parser = openParser(form.contentType);
  listenToTexts(parser, form.parts, stop);
  parser.on('file', (name = noFieldName, stream) => {
    const path = join(folder, String(streams.push(stream)));
    const saved = saveFile(stream, path, createMeter(name, form.fileRules.get(name)));
    saving.push(
      saved.then(
        (file) => file && ([name, file] as const),
        (error: unknown) => void stop(error),
      ),
    );
  });
  try {
    await mkdir(folder, { mode: 0o700 });
    await feedParser(parser, chunks, signal);
    await finish(parser, stop, signal);
  } catch (error) {
    // Nothing writes to them any more.
    for (const stream of streams) stream.destroy();
    throw error;
  } finally {
    await Promise.all(saving);
  }
  signal.throwIfAborted();
  for (const file of await Promise.all(saving)) if (file) form.parts.files.push(file);
}

function openParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fieldSize: formLimits.textBytes,
        fields: formLimits.fields,
        files: formLimits.files,
        parts: formLimits.fields + formLimits.files,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw damagedForm();
  }
}

function listenToTexts(parser: BusboyInstance, parts: FormParts, stop: (reason: unknown) => void): void {
  const addText = createTextCollector(parts);
  parser.on('field', (name = noFieldName, text, isNameCut, isCut) => {
    try {
      if (isNameCut || isCut) throw tooMuchTextError();
      addText(name, text);
    } catch (error) {
      stop(error);
    }
  });
  parser.on('fieldsLimit', () => stop(tooManyPartsError()));
  parser.on('filesLimit', () => stop(tooManyPartsError()));
  parser.on('partsLimit', () => stop(tooManyPartsError()));
  parser.on('error', () => stop(damagedForm()));
}

/** Feeds the chunks to the parser, no faster than the disk accepts files. */
async function feedParser(parser: BusboyInstance, chunks: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await waitUnlessAborted(iterator.next(), signal);
      if (next.done) return;
      for (let start = 0; start < next.value.length; start += pieceBytes) {
        const piece = next.value.subarray(start, start + pieceBytes);
        await waitUnlessAborted(new Promise<void>((resolve) => parser.write(piece, () => resolve())), signal);
      }
    }
  } finally {
    // Not awaited: a rejected client may never send anything more.
    void iterator.return?.().catch(() => {});
  }
}

async function finish(parser: BusboyInstance, stop: (reason: unknown) => void, signal: AbortSignal): Promise<void> {
  const timer = setTimeout(() => stop(damagedForm()), maxMillisecondsToFinish);
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  parser.end();
  await waitUnlessAborted(finished, signal).finally(() => clearTimeout(timer));
}

/** Waits for the value unless the signal stops it first; supports one wait at a time. */
function waitUnlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    value.then(resolve, reject);
    signal.onabort = () => reject(signal.reason);
    if (signal.aborted) reject(signal.reason);
  });
}

/** Saves and returns the file; undefined for an empty one. */
async function saveFile(stream: Readable, path: string, meter: Meter): Promise<ReceivedFile | undefined> {
  await writeNewFile(path, meter.observe(stream));
  const { size, digest } = meter.read();
  return size > 0 ? new ReceivedFile(path, size, digest) : undefined;
}

/** Checks the chunks of a file as they pass. */
interface Meter {
  observe(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  read(): { readonly size: number; readonly digest: string };
}

function createMeter(name: string, rule: FileRule | undefined): Meter {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  function assertKind(): void {
    if (rule && !rule.kind.isStart(head)) throw invalidField(name, `This isn't ${rule.kind.name}.`);
  }
  function take(piece: Buffer): void {
    if (head.length < headBytes) {
      head = Buffer.concat([head, piece.subarray(0, headBytes)]);
      if (head.length >= headBytes) assertKind();
    }
    size += piece.length;
    if (rule && size > rule.maxBytes) throw fileTooLarge(name, rule);
    hash.update(piece);
  }
  return {
    read: () => ({ size, digest: hash.digest('base64url') }),
    async *observe(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
      for await (const piece of pieces) {
        take(piece);
        yield piece;
      }
      if (size > 0 && size < headBytes) assertKind();
    },
  };
}

/** Creates a 413 for the file in this field. */
export function fileTooLarge(name: string, { maxBytes }: FileRule): AppError {
  const reason = `This file is too large: the limit is ${Math.floor(maxBytes / 1_000_000)} MB.`;
  return new AppError('tooLarge', reason, { fieldErrors: { [name]: reason } });
}
