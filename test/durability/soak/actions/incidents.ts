import assert from 'node:assert/strict';
import { createOnce, get, send } from '../ask.ts';
import type { Sailor, World } from '../world.ts';
import { chooseSailor } from './choose.ts';

/** Files a confidential report, unless the family has filed too many. */
export async function fileIncident(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  const content = { what: `Incident ${world.clock()}` };
  const { status, body } = await createOnce(world, sailor, 'incidents', content, ({ createdAt }) => createdAt);
  if (status < 300) world.incidents.filed.add(body.id);
  return [sailor];
}

/** As the safety officer, opens a report, adds a note and closes it. */
export async function closeIncident(world: World): Promise<readonly Sailor[]> {
  const { admin, incidents, random } = world;
  if (incidents.filed.size === 0) return fileIncident(world);
  const id = random.oneOf([...incidents.filed]);
  await get(world, admin, `incidents/${id}`);
  await send(world, admin, `incidents/${id}/note`, { text: `Note ${world.clock()}` });
  const closed = await send(world, admin, `incidents/${id}/close`);
  if (closed && closed.status < 300) incidents.closed.add(id);
  return [];
}

/** Throws unless the safety officer sees each acknowledged report once, and the closed ones as closed. */
export async function compareIncidents({ admin, incidents }: World): Promise<void> {
  const { body } = await admin.client.send('GET', '/api/v3/incidents?limit=200');
  const listed: readonly { readonly id: string; readonly isClosed: boolean }[] = body.incidents;
  assert.deepEqual(listed.map(({ id }) => id).toSorted(), [...incidents.filed].toSorted(), 'incident reports');
  const reopened = listed.filter(({ id, isClosed }) => incidents.closed.has(id) && !isClosed);
  assert.deepEqual(reopened, [], 'closed incident reports');
}
