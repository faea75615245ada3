import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { Caller } from '#contract/access.ts';
import { usersApi } from '#core/users/api/index.ts';
import { findUser, toCaller } from '#core/users/index.ts';
import { phoneApi } from '#features/phone/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { connectRaw, type RawConnection } from '../../support/raw.ts';
import { type Frame, openSocket, type TestSocket } from '../../support/socket.ts';

/** The service; each test file has its own, since each runs on its own. */
export const app = await startTestApp();
export const callerIPAddress = { ipV4Addr: '10.0.0.7' };

/** Ends calls that have rung for a minute. */
export const endUnansweredCalls = () => app.runJob('end-unanswered-calls');

/** A user with a device that would ring. */
export interface Subscriber extends User {
  readonly device: TestSocket;
}

export const listen = ({ token }: User, query = '') =>
  openSocket(app.url, `/api/v3/notification/socket${query}`, token);
export const withDevice = async (user: User): Promise<Subscriber> => ({ ...user, device: await listen(user) });
let subscriberCount = 0;
export const createSubscriber = async () => withDevice(await app.newcomer(`subscriber${++subscriberCount}`));
export const addFavorite = (callee: User, { userID }: User) => callee.get(usersApi.favorite, { params: { userID } });

/** Creates two users with a device each; the first is a favorite of the second, so may call. */
export async function createPair(): Promise<[caller: Subscriber, callee: Subscriber]> {
  const [caller, callee] = [await createSubscriber(), await createSubscriber()];
  await addFavorite(callee, caller);
  return [caller, callee];
}

/** Returns the user as a caller, for sockets opened without the network. */
export function getCaller({ userID }: User): Caller {
  const row = findUser(app.context, userID);
  assert.ok(row);
  return toCaller(row);
}

export const initiatePath = (callID: string, { userID }: User) =>
  `/api/v3/phone/socket/initiate/${callID}/to/${userID}`;
export const initiate = ({ token }: User, callee: User, callID: string = randomUUID()) =>
  openSocket(app.url, initiatePath(callID, callee), token);
export const answerPath = (callID: string) => `/api/v3/phone/socket/answer/${callID}`;
export const answer = ({ token }: User, callID: string) => openSocket(app.url, answerPath(callID), token);
export const ringDirect = (
  caller: User,
  { userID }: User,
  callID: string = randomUUID(),
  body: object = callerIPAddress,
) => caller.call(phoneApi.initiate, { params: { callID, userID }, body });
export const reportAnswer = (user: User, callID: string) => user.call(phoneApi.answer, { params: { callID } });
export const decline = (user: User, callID: string) => user.call(phoneApi.decline, { params: { callID } });

/** Starts a relayed call that rings. */
export async function startRinging(caller: User, callee: User): Promise<{ callID: string; near: TestSocket }> {
  const callID = randomUUID();
  return { callID, near: await initiate(caller, callee, callID) };
}

/** Starts a relayed call and connects it; both start frames have been received. */
export async function startConnected(caller: User, callee: User) {
  const { callID, near } = await startRinging(caller, callee);
  const far = await answer(callee, callID);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  return { callID, near, far };
}

/** Opens one end of a call, for tests that need more than the default test socket. */
export async function openWebSocket({ token }: User, path: string, options = {}): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${token}` };
  const bare = new WebSocket(`${app.url.replace('http', 'ws')}${path}`, { headers, ...options });
  await new Promise((resolve, reject) => bare.once('open', resolve).once('error', reject));
  return bare;
}

/** Requests one end of a call on a bare TCP connection, without waiting for the response. */
export async function requestUpgrade({ token }: User, path: string): Promise<RawConnection> {
  const raw = await connectRaw(app.url);
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13';
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  raw.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${upgrade}\r\n${key}\r\n\r\n`);
  return raw;
}

/** Waits for a pong; by then the service has processed everything that this end sent before. */
export async function waitForPong(bare: WebSocket): Promise<void> {
  bare.ping();
  await new Promise((resolve) => bare.once('pong', resolve));
}

export const describeFrame = ({ type, contentID }: Frame) => `${Object.keys(type as object).join()} ${contentID}`;

/** Returns what the user's device has received so far, as `type callID`; a frame sent for this marks the end. */
export async function takeReceived(user: Subscriber): Promise<string[]> {
  const { device } = user;
  const callID = randomUUID();
  await user.get(phoneApi.answer, { params: { callID } });
  await device.next(({ contentID }) => contentID === callID);
  const frames = device.frames.splice(0);
  return frames.filter(({ contentID }) => contentID !== callID).map(describeFrame);
}

/** Waits until the device is notified that the call has ended. */
export const waitForCallEnd = (device: TestSocket, callID: string) =>
  device.next((frame) => describeFrame(frame) === `phoneCallEnded ${callID}`);
export const waitForEnd = ({ device }: Subscriber, callID: string) => waitForCallEnd(device, callID);

/** Asserts that the first can call the second: neither is busy. */
export async function assertFree(caller: Subscriber, callee: Subscriber): Promise<void> {
  const callID = randomUUID();
  const response = await ringDirect(caller, callee, callID);
  assert.equal(response.status, 200, response.reason);
  await decline(callee, callID);
  await Promise.all([takeReceived(caller), takeReceived(callee)]);
}

export async function assertBothRejected(caller: User, callee: User, status: number): Promise<void> {
  await assert.rejects(initiate(caller, callee), new RegExp(`rejected with ${status}`));
  assert.equal((await ringDirect(caller, callee)).status, status);
}

/** Builds one audio frame: a count of samples, then the samples, two bytes each. */
export function createAudioFrame(samples: number, first: number): Buffer {
  const frame = Buffer.alloc(4 + 2 * samples);
  frame.writeUInt32LE(samples);
  for (let index = 0; index < samples; index += 1) frame.writeInt16LE((first + index * 31) % 32768, 4 + 2 * index);
  return frame;
}

/** Sets a user's level as the staff, which ends all their logins. */
export async function setLevel(user: User, level: 'banned' | 'quarantined' | 'verified'): Promise<void> {
  const admin = await app.logIn('admin');
  const response = await admin.send('POST', `/api/v3/mod/user/${user.userID}/setaccesslevel/${level}`);
  assert.equal(response.status, 200, response.reason);
}
