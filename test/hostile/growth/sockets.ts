import * as v from 'valibot';
import { Files, Question } from '#spare/wire/messages.ts';
import { createPacker, createUnpacker, maxUnpackedBytes } from '#spare/wire/packing.ts';
import type { TestApp, User } from '../../support/app.ts';
import { openSocket } from '../../support/socket.ts';
import { fill, type Input } from './measure.ts';

const largestFrame = 64 * 1024;
const contents = ['a', '"', '[', '{"a":', '\\u0041', '👩🏽‍🚀', ' '];

/** Frames from a client. Sockets only listen, but they have to read what's sent. */
export const listFrames = ({ url }: TestApp, { token }: User): Input[] => [
  ...contents.map((content) => ({
    name: `socket, one frame: ${JSON.stringify(content)}`,
    limit: largestFrame,
    prepare: async (size: number) => {
      const socket = await openSocket(url, '/api/v3/notification/socket', token);
      const frame = content.repeat(Math.floor(size / Buffer.byteLength(content)));
      return async () => {
        socket.send(frame);
        await socket.ping();
      };
    },
  })),
  {
    name: 'socket, many frames',
    limit: 2000,
    prepare: async (size) => {
      const socket = await openSocket(url, '/api/v3/notification/socket', token);
      return async () => {
        for (let sent = 0; sent < size; sent += 1) socket.send('x');
        await socket.ping();
      };
    },
  },
];

const frameBytes = 24 + 4096;

/** What two paired machines send each other. */
export const listSpareMessages = (): Input[] => [
  {
    name: 'spare: packed frames',
    limit: maxUnpackedBytes / frameBytes,
    prepare: (size) => {
      const frames = Buffer.alloc(Math.floor(size) * frameBytes, 'x');
      for (let at = 0; at < frames.length; at += frameBytes) frames.writeUInt32BE(at / frameBytes, at);
      const packing = createPacker().begin();
      packing.pack(frames, 0, frameBytes);
      const packed = packing.take();
      return () => createUnpacker().unpack(packed);
    },
  },
  {
    name: 'spare: many packings in one message',
    limit: 256 * 1024,
    prepare: (size) => {
      // No frames, and 32 bytes before them.
      const packing = new Int32Array([0, 32, frameBytes, 0, ...Array.from({ length: 8 }, () => 0)]);
      const packed = Buffer.concat(
        Array.from({ length: Math.floor(size / packing.byteLength) }, () => Buffer.from(packing.buffer)),
      );
      return () => createUnpacker().unpack(packed);
    },
  },
  {
    name: 'spare: a question',
    limit: 256 * 1024,
    prepare: (size) => {
      const question = JSON.stringify({ ask: fill('x', size) });
      return () => v.safeParse(Question, JSON.parse(question));
    },
  },
  {
    name: 'spare: a list of files',
    limit: 50_000,
    prepare: (size) => {
      const files = Array.from({ length: size }, (_, index) => ({ folder: 'x', name: `${index}`, size: index }));
      const answer = JSON.stringify({ folders: ['x'], files });
      return () => v.safeParse(Files, JSON.parse(answer));
    },
  },
];
