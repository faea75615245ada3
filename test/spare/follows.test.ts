import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { startTestApp, type TestApp, type User } from '../support/app.ts';
import { picture } from '../support/pictures.ts';
import { waitUntil } from '../support/processes.ts';
import { type Network, openNetwork } from './network.ts';
import { dumpDatabase, pairWith, type Spare, startSpare } from './spare.ts';

const app = await startTestApp();
const code = pairWith(app);
const james = await app.logIn('james');

const post = async (text: string): Promise<void> => {
  const response = await james.send('POST', '/api/v3/microblog/create', { body: { text, images: [], postAsModerator: false, postAsTwitarrTeam: false } });
  assert.equal(response.status, 201, response.reason);
};
