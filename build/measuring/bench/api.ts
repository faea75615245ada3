/** An account that is logged in. */
export interface Account {
  readonly userID: string;
  readonly username: string;
  readonly token: string;
}

/** Password of every account created here. */
export const password = 'bench password';
/** Returns the header for logging in. */
export const basicHeader = (username: string, secret = password) =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
/** Returns the header for calls of a logged-in account. */
export const bearerHeader = ({ token }: Pick<Account, 'token'>) => `Bearer ${token}`;

/** Sends a request. Throws unless it succeeds. */
export async function expectSuccess(url: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** Creates a verified account with a registration code. */
export async function createAndLogIn(url: string, username: string, verification: string): Promise<Account> {
  await expectSuccess(`${url}/api/v3/user/create`, {
    method: 'POST',
    body: JSON.stringify({ username, password, verification }),
  });
  return logIn(url, username);
}

/** Logs an account in. */
export async function logIn(url: string, username: string, secret = password): Promise<Account> {
  const response = await expectSuccess(`${url}/api/v3/auth/login`, {
    method: 'POST',
    headers: { authorization: basicHeader(username, secret) },
  });
  // Trusted: our own service sent this response.
  const { userID, token } = (await response.json()) as { userID: string; token: string };
  return { userID, username, token };
}

/** Runs `work` for each item, `atOnce` at a time, and returns the results in order. */
export async function runEach<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
