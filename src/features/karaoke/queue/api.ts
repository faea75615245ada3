import { either, minimum, optional, role, token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { creationRejections } from '#contract/error-codes.ts';
import type { Feature } from '#contract/features.ts';
import { integerInPath } from '#contract/fields.ts';
import { minuteSeconds, type RateLimit } from '#contract/rate-limit.ts';
import { KaraokeQueueData, KaraokeQueueJoinData, KaraokeQueueNextData } from './records.ts';

/** The queue is part of karaoke, and has a switch of its own. */
export const queueFeatures = ['karaoke', 'karaokequeue'] as const satisfies readonly Feature[];
const feature = queueFeatures;
const params = { entryID: integerInPath };
const manager = role('karaokemanager');

/** Every change is shown to all who wait. */
const queueChanges: RateLimit = { what: 'changes of the queue', perFamily: { max: 20, seconds: 10 * minuteSeconds } };

export const queueApi = {
  queue: endpoint({
    method: 'GET',
    path: '/karaoke/queue',
    access: optional,
    feature,
    response: KaraokeQueueData,
    summary: 'Get tonight’s karaoke queue',
  }),
  joinQueue: endpoint({
    method: 'POST',
    path: '/karaoke/queue',
    access: token,
    feature,
    limit: queueChanges,
    body: KaraokeQueueJoinData,
    response: KaraokeQueueData,
    status: [201, 200],
    rejects: [...creationRejections, 'queueClosed', 'limitReached', 'alreadyQueued', 'notFound'],
    summary: 'Put yourself on the karaoke queue, or change the song you will sing',
  }),
  leaveQueue: endpoint({
    ...removalOf('/karaoke/queue'),
    access: token,
    feature,
    limit: queueChanges,
    summary: 'Take yourself off the karaoke queue',
  }),
  openQueue: endpoint({
    method: 'POST',
    path: '/karaoke/queue/open',
    access: manager,
    feature,
    response: KaraokeQueueData,
    summary: 'Open the karaoke queue',
  }),
  closeQueue: endpoint({
    method: 'POST',
    path: '/karaoke/queue/close',
    access: manager,
    feature,
    response: KaraokeQueueData,
    summary: 'Close the karaoke queue to more people; waiting people stay',
  }),
  callNextSinger: endpoint({
    method: 'POST',
    path: '/karaoke/queue/next',
    access: manager,
    feature,
    body: KaraokeQueueNextData,
    bodyMayBeEmpty: true,
    response: KaraokeQueueData,
    rejects: ['changedMeanwhile'],
    summary: 'Call the next singer, and log the one before as performed',
  }),
  skipSinger: endpoint({
    method: 'POST',
    path: '/karaoke/queue/{entryID}/skip',
    access: either(manager, minimum('moderator')),
    feature,
    params,
    response: KaraokeQueueData,
    summary: 'Take a singer off the karaoke queue',
  }),
  moveSinger: endpoint({
    method: 'POST',
    path: '/karaoke/queue/{entryID}/move/{position}',
    access: manager,
    feature,
    params: { ...params, position: integerInPath },
    response: KaraokeQueueData,
    summary: 'Move a singer to another position of the karaoke queue',
  }),
};
