import { guardedRoles, type UserRole } from '#contract/access.ts';
import type { TestApp, User } from './app.ts';

/** Gives a user a role, as the management office, or as the administrator if only they can. */
export async function giveRole(app: TestApp, user: User, role: UserRole): Promise<User> {
  const office = await app.logIn(guardedRoles.has(role) ? 'admin' : 'THO');
  const response = await office.send('POST', `/api/v3/admin/userroles/${role}/addrole/${user.userID}`);
  if (response.status >= 300) throw new Error(`${user.username} was not given ${role}: ${response.reason}`);
  return user;
}
