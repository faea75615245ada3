import type { UserRole } from '#contract/access.ts';
import type { Person, TestApp } from './app.ts';

/** Gives somebody a role, as the management office does it. */
export async function giveRole(app: TestApp, person: Person, role: UserRole): Promise<Person> {
  const office = await app.logIn('THO');
  const reply = await office.send('POST', `/api/v3/admin/userroles/${role}/addrole/${person.userID}`);
  if (reply.status >= 300) throw new Error(`${person.username} was not given ${role}: ${reply.reason}`);
  return person;
}
