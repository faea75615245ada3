import assert from 'node:assert/strict';
import { createCaller, toBasic } from './caller.ts';

/** A user with a verified account, logged in. */
export interface Account {
  readonly userID: string;
  readonly username: string;
  readonly token: string;
}

/** Password of every account created here. */
export const password = 'a long password';

/** Returns the registration code for the account with this number. */
export const getCode = (number: number): string =>
  number
    .toString(26)
    .padStart(6, '0')
    .replace(/\d/g, (digit) => String.fromCharCode(113 + Number(digit)));

/** Registers with an unused code and logs in, from this address. */
export async function register(url: string, address: string, username: string, code: string): Promise<Account> {
  const caller = createCaller(url, address);
  const created = await caller.send('POST', '/user/create', { body: { username, password, verification: code } });
  assert.equal(created.status, 201, created.body);
  const login = await caller.send('POST', '/auth/login', { headers: toBasic(username, password) });
  assert.equal(login.status, 200, login.body);
  caller.close();
  const { userID, token } = JSON.parse(login.body);
  return { userID, username, token };
}
