import { either, minimum, optional, role, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { hour, type RateLimit } from '#contract/rate-limit.ts';
import {
  callInText,
  HuntCreateData,
  HuntData,
  HuntListData,
  HuntPatchData,
  HuntPuzzleCallInResultData,
  HuntPuzzleDetailData,
  HuntPuzzlePatchData,
  HuntStatisticsData,
  maxHuntBytes,
} from './records.ts';

const feature = 'hunts';
const makers = either(minimum('devteam'), role('huntmanager'));

/** Guesses are stored, and nobody shall find an answer by trying all. */
const answersCalledIn: RateLimit = { what: 'answers', perFamily: { max: 200, seconds: hour } };

export const huntsApi = {
  list: endpoint({
    method: 'GET',
    path: '/hunts',
    access: optional,
    feature,
    response: HuntListData,
    summary: 'All hunts by title',
  }),
  read: endpoint({
    method: 'GET',
    path: '/hunts/{huntID}',
    access: optional,
    feature,
    params: { huntID: uuid },
    response: HuntData,
    summary: 'A hunt with its unlocked puzzles, and the answers of those that the caller has solved',
  }),
  readPuzzle: endpoint({
    method: 'GET',
    path: '/hunts/puzzles/{puzzleID}',
    aliases: [{ path: '/api/v2/hunts/puzzles/{puzzleID}', outsideApi: true }],
    access: optional,
    feature,
    params: { puzzleID: uuid },
    response: HuntPuzzleDetailData,
    summary: 'An unlocked puzzle with what the caller has called in',
  }),
  callIn: endpoint({
    method: 'POST',
    path: '/hunts/puzzles/{puzzleID}/callin',
    access: token,
    feature,
    params: { puzzleID: uuid },
    body: callInText,
    bodyFormat: 'text',
    limit: answersCalledIn,
    response: HuntPuzzleCallInResultData,
    status: [201, 200],
    summary: 'Call in an answer to a puzzle; the same one again gets the same result',
  }),
  create: endpoint({
    method: 'POST',
    path: '/hunts/create',
    access: makers,
    feature,
    body: HuntCreateData,
    bodyLimit: maxHuntBytes,
    status: 201,
    summary: 'Make a hunt with its puzzles',
  }),
  readAll: endpoint({
    method: 'GET',
    path: '/hunts/{huntID}/admin',
    aliases: [{ path: '/api/v2/hunts/{huntID}/admin', outsideApi: true }],
    access: makers,
    feature,
    params: { huntID: uuid },
    response: HuntData,
    summary: 'A hunt with all its puzzles, answers and hints',
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/hunts/{huntID}/statistics',
    access: makers,
    feature,
    params: { huntID: uuid },
    response: HuntStatisticsData,
    summary: 'How many have tried and solved each puzzle, who was the first, and what was answered wrongly',
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/hunts/{huntID}',
    access: makers,
    feature,
    params: { huntID: uuid },
    body: HuntPatchData,
    status: 204,
    summary: 'Change title or description of a hunt',
  }),
  patchPuzzle: endpoint({
    method: 'PATCH',
    path: '/hunts/puzzle/{puzzleID}',
    aliases: [{ path: '/hunts/puzzles/{puzzleID}' }],
    access: makers,
    feature,
    params: { puzzleID: uuid },
    body: HuntPuzzlePatchData,
    bodyLimit: maxHuntBytes,
    status: 204,
    summary: 'Change parts of a puzzle and add hints; what was called in is judged anew',
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/hunts/{huntID}',
    access: makers,
    feature,
    params: { huntID: uuid },
    summary: 'Delete a hunt for good, with its puzzles and all that was called in',
  }),
};
