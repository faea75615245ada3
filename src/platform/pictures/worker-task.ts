import * as v from 'valibot';
import type { WorkerProcess, WorkerProgram } from '../processes/worker-process.ts';
import type { PictureOptions, ProcessedPicture } from './process-picture.ts';

/** The tasks of a worker process. */
export type Task =
  | { readonly work: 'process picture'; readonly upload: Uint8Array; readonly options: PictureOptions }
  | { readonly work: 'draw identicon'; readonly id: string }
  | { readonly work: 'draw QR code'; readonly text: string };

const bytes = v.custom<Buffer>((input) => Buffer.isBuffer(input));

/** Its results. `failed` says why the decoder failed; a `defect` is our own, with its stack. */
export const Answer = v.variant('outcome', [
  v.object({
    outcome: v.literal('processed'),
    picture: v.object({
      full: bytes,
      thumbnail: bytes,
      extension: v.picklist(['jpg', 'png', 'gif', 'webp']),
    }) satisfies v.GenericSchema<ProcessedPicture>,
  }),
  v.object({ outcome: v.literal('drawn'), png: bytes }),
  v.object({ outcome: v.literal('rejected'), sentence: v.string() }),
  v.object({ outcome: v.literal('failed'), reason: v.string() }),
  v.object({ outcome: v.literal('defect'), stack: v.string() }),
]);
export type Answer = v.InferOutput<typeof Answer>;

/** The program whose action is `workForParent`. */
export const pictureProgram: WorkerProgram<Answer> = {
  command: 'draw-pictures',
  what: 'pictures',
  answer: Answer,
  lowerPriorityBy: 5,
};

/** A process that decodes and draws. */
export type PictureProcess = WorkerProcess<Task, Answer>;
