import * as v from 'valibot';
import { area } from '#area/area.ts';
import type { Context, Handlers, Write } from '#area/context.ts';
import { minimum, open, optional, token } from '#contract/access.ts';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { conflict } from '#contract/errors.ts';
import { base64, boundedText, integer, list, text, uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, queryList, querySearch, queryText, queryUuid } from '#contract/query.ts';
import { socket } from '#contract/socket.ts';

/** The maximum characters of an upload, and the maximum bytes of its body in any script. */
const maxUpload = 8 * 1024 * 1024;
const maxUploadBytes = 4 * maxUpload + 1024;
const maxFile = 8 * 1024 * 1024;

/** An area for tests of the platform: it does things that no real area may do. */
export const fixtureApi = {
  echo: endpoint({
    method: 'POST',
    path: '/fixture/echo',
    access: open,
    body: v.object({
      name: text('name', 1, 20),
      count: v.optional(integer),
      items: v.optional(list('items', v.object({ id: uuid }), 300)),
      colour: v.optional(v.picklist(['red', 'green'])),
    }),
    response: v.strictObject({
      name: v.string(),
      count: v.optional(v.number()),
      items: v.optional(v.array(v.object({ id: v.string() }))),
      colour: v.optional(v.string()),
    }),
    summary: 'Give back what came in',
  }),
  query: endpoint({
    method: 'GET',
    path: '/fixture/query',
    access: open,
    query: {
      flag: queryBoolean,
      number: queryInteger,
      id: queryUuid,
      words: queryList(5),
      name: queryText(20),
      search: querySearch,
    },
    response: v.unknown(),
    summary: 'Give back the query as it was read',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/fixture/upload',
    access: token,
    body: v.object({ data: text('data', 0, maxUpload) }),
    bodyLimit: maxUploadBytes,
    response: v.strictObject({ length: v.number() }),
    summary: 'Tell the length of what was uploaded',
  }),
  file: endpoint({
    method: 'POST',
    path: '/fixture/file',
    access: token,
    body: v.object({ data: text('data', 0, 1000) }),
    bodyLimit: maxFile,
    summary: 'Take a body as large as an upload',
  }),
  greet: endpoint({
    method: 'POST',
    path: '/fixture/greet',
    access: token,
    body: v.object({ name: text('name', 1, 20) }),
    summary: 'Take a name from a logged-in user',
  }),
  draw: endpoint({
    method: 'POST',
    path: '/fixture/draw',
    access: token,
    body: v.object({ name: text('name', 1, 20), picture: v.optional(base64), other: v.optional(base64) }),
    pictures: 2,
    summary: 'Take two pictures',
  }),
  rare: endpoint({
    method: 'POST',
    path: '/fixture/rare',
    access: token,
    limit: { what: 'rare things', perFamily: { max: 2, seconds: 60 } },
    summary: 'Do what is to be done rarely',
  }),
  drawn: endpoint({
    method: 'GET',
    path: '/fixture/drawn',
    access: optional,
    limit: { what: 'drawn things', perFamily: { max: 2, seconds: 60 }, perAddress: { max: 4, seconds: 60 } },
    summary: 'Do what anybody may do now and then',
  }),
  fail: endpoint({ method: 'GET', path: '/fixture/fail', access: open, summary: 'Fail as only a defect does' }),
  failLater: endpoint({ method: 'GET', path: '/fixture/fail-later', access: open, summary: 'Fail after a while' }),
  breakRecord: endpoint({
    method: 'GET',
    path: '/fixture/break-record',
    access: open,
    response: v.strictObject({ known: v.string() }),
    summary: 'Answer with a field that was not declared',
  }),
  long: endpoint({
    method: 'GET',
    path: '/fixture/long',
    access: open,
    response: v.array(v.string()),
    summary: 'Answer with a long text',
  }),
  fixed: endpoint({
    method: 'POST',
    path: '/fixture/things/fixed',
    access: open,
    summary: 'Match a fixed segment next to a parameter',
  }),
  param: endpoint({
    method: 'GET',
    path: '/fixture/things/{id}',
    access: open,
    params: { id: boundedText(200) },
    response: v.string(),
    summary: 'Give back the parameter',
  }),
  held: endpoint({
    method: 'POST',
    path: '/fixture/held',
    access: token,
    response: v.strictObject({ run: v.number() }),
    summary: 'Answer when the test lets it, and fail when told to',
  }),
  search: endpoint({
    method: 'GET',
    path: '/fixture/search',
    access: optional,
    query: { milliseconds: queryInteger },
    response: v.string(),
    summary: 'Keep the processor busy',
  }),
  staffOnly: endpoint({
    method: 'GET',
    path: '/fixture/staff',
    access: minimum('moderator'),
    summary: 'Let in moderators alone',
  }),
} satisfies Record<string, Endpoint>;

const Frame = v.strictObject({ text: v.string() });

export const fixtureSockets = {
  talk: socket({
    path: '/fixture/socket',
    access: token,
    messages: [Frame],
    summary: 'A socket that repeats what it hears',
  }),
};

/** A record of what jobs of the fixture area have done, for tests to check. */
export const fixtureRuns: string[] = [];

/** Controls the call `held`: the promise it waits for, which a test sets, and how often it has run. */
export const fixtureHold = { until: Promise.resolve(), reached: () => {}, fails: false, runs: 0 };

async function respondWhenReleased(write: Write): Promise<{ run: number }> {
  fixtureHold.reached();
  await fixtureHold.until;
  if (fixtureHold.fails) throw conflict('stillRunning', 'told to fail');
  return write(({ db }) => {
    fixtureHold.runs += 1;
    const save = db.sqlite.prepare("INSERT OR REPLACE INTO installation (name, value) VALUES ('fixture', ?)");
    save.run(String(fixtureHold.runs));
    return { run: fixtureHold.runs };
  });
}

/** The drawings so far, in order. */
export const fixtureDrawings: string[] = [];

async function drawWhenReleased(name: string): Promise<void> {
  fixtureHold.reached();
  await fixtureHold.until;
  fixtureDrawings.push(name);
}

/** The users who have searched, in order. */
export const fixtureSearches: string[] = [];

/** A hook that runs during each search; a test sets it. */
export const fixtureSearch = { during: () => {} };

function fixtureHandlers(_context: Context): Handlers<typeof fixtureApi> {
  return {
    echo: ({ body }) => body,
    query: ({ query }) => query,
    upload: ({ body }) => ({ length: body.data.length }),
    file: () => {},
    greet: () => {},
    draw: ({ body }) => drawWhenReleased(body.name),
    rare: () => {},
    drawn: () => {},
    fail: () => {
      throw new Error('secret detail of a defect');
    },
    failLater: async () => {
      await Promise.resolve();
      throw new Error('secret detail of a defect');
    },
    breakRecord: () => ({ known: 'yes', unknown: 'no' }) as { known: string },
    long: () => Array.from({ length: 500 }, (_, index) => `entry ${index}`),
    fixed: () => {},
    param: ({ params }) => params.id,
    held: ({ write }) => respondWhenReleased(write),
    search: ({ caller, query }) => {
      const name = caller?.username ?? 'anonymous';
      fixtureSearches.push(name);
      fixtureSearch.during();
      const ended = performance.now() + (query.milliseconds ?? 0);
      while (performance.now() < ended);
      return name;
    },
    staffOnly: () => {},
  };
}

export const fixtureArea = area({
  name: 'fixture',
  api: fixtureApi,
  handlers: fixtureHandlers,
  sockets: fixtureSockets,
  openers: () => ({
    talk: () => ({
      topics: ['fixture'],
      opened: (connection) => connection.send('{"text":"welcome"}'),
      received: (connection, frame) => {
        if (frame === 'fail') throw new Error('a socket handler failed');
        connection.send(JSON.stringify({ text: String(frame) }));
      },
    }),
  }),
  jobs: () => [
    { name: 'fixture-works', run: () => void fixtureRuns.push('works') },
    {
      name: 'fixture-fails',
      run: () => {
        throw new Error('a job failed');
      },
    },
  ],
});
