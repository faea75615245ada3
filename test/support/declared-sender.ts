import { transact } from '#area/context.ts';
import { type Access, userRoles } from '#contract/access.ts';
import { type Endpoint, listRouteVariants } from '#contract/endpoint.ts';
import { setLevel } from '#core/users/index.ts';
import type { TestApp, User } from './app.ts';
import { type CallOptions, type Client, createClient, type Reply } from './client.ts';
import { expectedOutcome, fillPath } from './declared.ts';

/** Calls any declared endpoint as a caller with the required access. */
export interface DeclaredSender {
  /** Creates a user of the highest level who has all roles. */
  readonly allPowerful: User;
  /** Returns a caller with the required access. */
  chooseClient(access: Access): Client;
  /** Calls the endpoint by its first path; these parameters replace valid ones. */
  send(declaration: Endpoint, overrides: Record<string, string>, options: CallOptions): Promise<Reply<unknown>>;
}

export async function createDeclaredSender(app: TestApp): Promise<DeclaredSender> {
  const allPowerful = await createAllPowerful(app);
  const bulkClient = await app.atLevel('client');
  const serviceClient = createClient(app.url, `Basic ${Buffer.from('prometheus:password').toString('base64')}`);

  function chooseClient(access: Access): Client {
    if (access.kind === 'service-basic') return serviceClient;
    const isForBulkClients =
      expectedOutcome(access, 'admin') !== 'pass' && expectedOutcome(access, 'client') === 'pass';
    return isForBulkClients ? bulkClient : allPowerful;
  }

  return {
    allPowerful,
    chooseClient,
    send(declaration, overrides, options) {
      const path = fillPath(declaration, listRouteVariants(declaration)[0]?.path ?? '', overrides);
      const headers = { 'x-client-user': allPowerful.userID };
      return chooseClient(declaration.access).send(declaration.method, path, { headers, ...options });
    },
  };
}

async function createAllPowerful(app: TestApp): Promise<User> {
  const user = await app.newcomer('all-powerful');
  const admin = await app.logIn('admin');
  for (const role of userRoles) await admin.send('POST', `/api/v3/admin/userroles/${role}/addrole/${user.userID}`);
  transact(app.context, (context) => setLevel(context, user.userID, 'admin'));
  return app.logIn(user.username);
}
