import * as v from 'valibot';
import { createCompressor, createDecompressor, maxMessageBytes } from '#spare/wire/compression.ts';
import { Files, PeerRequest } from '#spare/wire/messages.ts';
import type { TestApp, User } from '../../support/app.ts';
import { openSocket } from '../../support/socket.ts';
import { type Input, repeatToSize } from './measure.ts';

const largestFrame = 64 * 1024;
const frameContents = ['a', '"', '[', '{"a":', '\\u0041', '👩🏽‍🚀', ' '];

/** Frames from a client. The service ignores their content, but has to read them. */
export const listFrames = ({ url }: TestApp, { token }: User): Input[] => [
  ...frameContents.map((content) => ({
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

/** Messages that two paired machines send each other. */
export const listSpareMessages = (): Input[] => [
  {
    name: 'spare: compressed frames',
    limit: maxMessageBytes / frameBytes,
    prepare: async (size) => {
      const frames = Buffer.alloc(Math.floor(size) * frameBytes, 'x');
      for (let at = 0; at < frames.length; at += frameBytes) frames.writeUInt32BE(at / frameBytes, at);
      const compressor = createCompressor();
      await compressor.write(frames);
      const message = await compressor.flush();
      compressor.close();
      return async () => {
        const decompressor = createDecompressor();
        await decompressor.read(message, frames.length);
        decompressor.close();
      };
    },
  },
  {
    name: 'spare: a question',
    limit: 256 * 1024,
    prepare: (size) => {
      const question = JSON.stringify({ ask: repeatToSize('x', size) });
      return () => v.safeParse(PeerRequest, JSON.parse(question));
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
