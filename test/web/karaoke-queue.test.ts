import assert from 'node:assert/strict';
import { karaokeApi } from '#features/karaoke/api.ts';
import { findSong, reload } from '../features/karaoke/support.ts';
import { startTestApp, type TestApp, type User } from '../support/app.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { giveRole } from '../support/roles.ts';
import { visit } from './visitor.ts';

async function startEvening() {
  const app = await startTestApp();
  await reload(app, await app.logIn('admin'), [['Ann', 'Sailing Home']]);
  const manager = await giveRole(app, await app.newcomer('host'), 'karaokemanager');
  const { songID } = await findSong(manager, 'Sailing');
  return { app, manager, songPath: `/songs/${songID}` };
}

const joinQueue = async (app: TestApp, username: string, title: string): Promise<User> => {
  const user = await app.newcomer(username);
  await user.get(karaokeApi.joinQueue, { body: { title } });
  return user;
};

test('without script: join from a song, see the position, leave, and run the queue (libraries rule K25)', async () => {
  const { app, manager, songPath } = await startEvening();
  const ada = visit(app, await app.newcomer('ada'));
  const host = visit(app, manager);
  assert.doesNotMatch((await ada.open(songPath)).body, /Sing this tonight/, 'closed');
  assert.match((await ada.open('/songs/queue')).body, /The queue is closed/);
  await host.send('/songs/stage', { open: '' });
  assert.match((await ada.open(songPath)).body, /Sing this tonight/);
  await joinQueue(app, 'bob', 'My own');
  const sent = await ada.send(songPath, { action: 'sing' });
  assert.deepEqual([sent.status, sent.location], [303, '/songs/queue']);
  assert.match((await ada.open('/songs/queue')).body, /Your song: Sailing Home, Ann.*One person sings before you/s);
  assert.match((await ada.open(songPath)).body, /Sing this instead/);
  assert.match((await host.open('/songs/stage')).body, /value="0">Call the first/);
  await host.send('/songs/stage', { next: '0' });
  assert.match((await ada.open('/songs/queue')).body, /You’re next\./);
  const late = await host.send('/songs/stage', { next: '0' });
  assert.equal(late.status, 409);
  assert.match(late.body, /Someone else has just called the next singer/);
  const [, id = ''] = /name="later" value="(\d+)"/.exec((await host.open('/songs/stage')).body) ?? [];
  await host.send('/songs/stage', { later: id });
  assert.match((await ada.open('/songs/queue')).body, /It’s your turn!/);
  await ada.send('/songs/queue', { action: 'leave' });
  assert.match((await ada.open('/songs/queue')).body, /Choose a song/);
  await ada.send('/songs/queue', { action: 'join', title: 'Typed by ada' });
  assert.match((await host.open('/songs/stage')).body, /Typed by ada/);
  const zoe = visit(app, await app.newcomer('zoe'));
  assert.equal((await zoe.open('/songs/stage')).status, 403);
  assert.doesNotMatch((await zoe.open('/songs/queue')).body, /Remove|Run the queue/);
  assert.match((await visit(app, await app.atLevel('moderator')).open('/songs/queue')).body, /Remove/);
});

test('the screen for the wall shows who sings and who comes next; a typed title once it is called (libraries rule K25)', async () => {
  const { app, manager, songPath } = await startEvening();
  const host = visit(app, manager);
  assert.match((await visit(app).open('/wall/karaoke')).body, /See you at the next karaoke evening/);
  await manager.get(karaokeApi.openQueue);
  assert.match((await visit(app).open('/wall/karaoke')).body, /The stage is yours/);
  await joinQueue(app, 'bob', 'Rude words');
  await visit(app, await app.newcomer('ada')).send(songPath, { action: 'sing' });
  const { body } = await visit(app).open('/wall/karaoke');
  assert.match(body, /bob.*ada.*Sailing Home/s);
  assert.doesNotMatch(body, /Rude words/);
  await host.send('/songs/stage', { next: '0' });
  assert.match((await visit(app).open('/wall/karaoke')).body, /bob.*Rude words.*On stage.*ada/s);
});

test('on phones: one tap from the song, and the position moves by itself when the manager presses the button', async () => {
  const { app, manager, songPath } = await startEvening();
  await manager.get(karaokeApi.openQueue);
  await joinQueue(app, 'bob', 'My own');
  const ada = await openPhone(app.url, { token: (await app.newcomer('ada')).token });
  const host = await openPhone(app.url, { token: manager.token });
  await ada.tab.goto(songPath);
  await ada.tab.getByRole('button', { name: 'Sing this tonight' }).click();
  await ada.tab.getByText('One person sings before you.').waitFor();
  await takeScreenshot(ada, 'singer');
  await ada.tab.goto('/');
  await ada.tab.getByRole('link', { name: 'Karaoke: One person sings before you.' }).click();
  await host.tab.goto('/songs/stage');
  await host.tab.getByRole('button', { name: 'Call the first' }).click();
  await ada.tab.getByText('You’re next.').waitFor();
  await host.tab.getByRole('button', { name: 'Next' }).click();
  await ada.tab.getByText('It’s your turn!').waitFor();
  await host.tab.getByRole('heading', { name: 'ada' }).waitFor();
  await takeScreenshot(host, 'stage');
  await ada.tab.getByRole('button', { name: 'Leave the queue' }).click();
  await ada.tab.getByText('Choose a song').waitFor();
  const wall = await openPhone(app.url, { width: 1280, height: 720 });
  for (const name of ['eve', 'zoe']) await joinQueue(app, name, 'A song of hers');
  await manager.get(karaokeApi.callNextSinger, { body: { calledID: 0 } });
  await wall.tab.goto('/wall/karaoke');
  await takeScreenshot(wall, 'wall');
  assert.deepEqual([...ada.complaints, ...host.complaints, ...wall.complaints], []);
});

async function takeScreenshot({ tab }: Phone, name: string): Promise<void> {
  const folder = process.env.PICTURES_IN;
  if (folder) await tab.screenshot({ path: `${folder}/karaoke-${name}.png`, fullPage: true });
}
