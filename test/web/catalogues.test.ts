import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { huntsApi } from '#features/hunts/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { writeCatalogue as writeGames } from '../features/boardgames/support.ts';
import { fileReport, startShipWithHosts } from '../features/feedback/support.ts';
import { writeCatalogue as writeSongs } from '../features/karaoke/support.ts';
import { createPassengerWithCode, setPreregistration } from '../features/performers/support.ts';
import { createFamily } from '../support/accounts.ts';
import { createPicture } from '../support/pictures.ts';
import { giveRole } from '../support/roles.ts';
import { createWorkbook } from '../support/workbooks.ts';
import { visit } from './visitor.ts';

const ship = await startShipWithHosts();
const team = visit(ship, ship.devteam);
const office = await ship.logIn('admin');
const admin = visit(ship, office);
const moderator = visit(ship, await ship.atLevel('moderator'));
const encodeText = (text: string) => new Uint8Array(Buffer.from(text));

test('the administrator reloads the lists of games and songs', async () => {
  const missing = await admin.send('/staff/catalogues', { games: '' });
  assert.notEqual(missing.status, 303);
  assert.match(missing.body, /class="untold"/);
  writeGames(ship, [{ gameName: 'Knots and Crosses' }]);
  writeSongs(ship, [['Ada Brook', 'The Long Way Round']]);
  for (const list of ['games', 'songs'])
    assert.equal((await admin.send('/staff/catalogues', { [list]: '' })).location, '/staff/catalogues?done');
  assert.equal((await team.open('/staff/catalogues')).status, 403);
});

test('the karaoke log’s manager records who sings, and everyone reads it next to the song', async () => {
  writeSongs(ship, [['Ada Brook', 'The Long Way Round']]);
  await admin.send('/staff/catalogues', { songs: '' });
  const keeper = visit(ship, await giveRole(ship, await ship.newcomer('song-keeper'), 'karaokemanager'));
  const found = (await keeper.open('/songs?search=long')).body;
  const path = /href="(\/songs\/[0-9a-f-]{36})">The Long Way Round/.exec(found)?.[1] ?? '';
  const empty = (await keeper.open(path)).body;
  assert.match(empty, /No performances yet/);
  assert.match(empty, /<input(?=[^>]* name="note")[^>]* required/, 'the browser asks for a name');
  assert.equal((await keeper.send(path, { action: 'log', note: 'Cem and Dora' })).location, `${path}?done`);
  const seen = (await visit(ship, ship.james).open(path)).body;
  assert.match(seen, /<h3>Cem and Dora<\/h3>/);
  assert.doesNotMatch(seen, /Log performance/);
  assert.equal((await visit(ship, ship.james).send(path, { action: 'log', note: 'Me' })).status, 403);
  assert.match((await visit(ship).open('/songs/sung')).body, new RegExp(`href="${path}".*Cem and Dora`, 's'));
});

describe('hunts', () => {
  const puzzle = {
    puzzleTitle: 'The first',
    body: 'Who?',
    answer: 'Anchor',
    hints: 'rope: close\nsail: far',
    unlockTime: '',
  };

  test('are created, changed, followed and deleted', async () => {
    const made = await team.send('/staff/hunts', {
      action: 'create',
      title: 'Treasure',
      description: 'Dig',
      ...puzzle,
    });
    assert.match(made.location, /^\/staff\/hunts\/[0-9a-f-]{36}\?done$/);
    const page = made.location.replace('?done', '');
    const puzzlePage = /href="(\/staff\/hunts\/puzzle\/[^"]+)"/.exec((await team.open(page)).body)?.[1] ?? '';
    const puzzleID = puzzlePage.split('/').at(-1) ?? '';
    await ship.james.get(huntsApi.callIn, { params: { puzzleID }, body: 'rope' });
    assert.match((await team.open(page)).body, /0 of 1 solved it, 1 answers/);
    const shown = (await team.open(puzzlePage)).body;
    assert.match(shown, /value="Anchor".*>ROPE: close\nSAIL: far<\/textarea>/s);

    await team.send(puzzlePage, { action: 'save', ...puzzle, answer: 'Rope' });
    assert.match((await team.open(page)).body, /1 of 1 solved it/);
    const second = { ...puzzle, puzzleTitle: 'The second', body: 'Where?' };
    assert.equal((await team.send(page, { action: 'addPuzzle', ...second })).location, `${page}?done`);
    assert.match((await team.open(page)).body, /The first.*The second/s);
    const refused = await team.send(page, {
      action: 'addPuzzle',
      ...second,
      puzzleTitle: 'Third',
      hints: '?!: nothing',
    });
    assert.match(refused.body, /<details open>.*value="Third".*id="addPuzzle-hints-wrong"/s);
    const nameless = await team.send(page, { action: 'addPuzzle', ...second, puzzleTitle: ' ' });
    assert.match(nameless.body, /id="addPuzzle-puzzleTitle-wrong"/);
    const unnamed = await team.send(puzzlePage, { action: 'save', ...puzzle, puzzleTitle: ' ' });
    assert.match(unnamed.body, /id="save-puzzleTitle-wrong"/);
    await team.send(page, { action: 'rename', title: 'Treasures', description: 'Dig deeper' });
    assert.match((await visit(ship, ship.james).open('/hunts')).body, /Treasures.*Dig deeper/s);
    const unsure = await team.send(page, { remove: '' });
    assert.equal(unsure.status, 400);
    await team.send(page, { remove: '', sure: 'on' });
    assert.doesNotMatch((await visit(ship, ship.james).open('/hunts')).body, /Treasures/);
  });

  test('show each error next to its title', async () => {
    const form = { action: 'create', title: 'Treasure', description: 'Dig', ...puzzle };
    const send = async (wrong: object) => (await team.send('/staff/hunts', { ...form, ...wrong })).body;
    const ofHunt = await send({ title: ' ' });
    assert.match(ofHunt, /id="create-title-wrong"/);
    assert.doesNotMatch(ofHunt, /id="create-puzzleTitle-wrong"/);
    const ofPuzzle = await send({ puzzleTitle: ' ' });
    assert.match(ofPuzzle, /id="create-puzzleTitle-wrong"/);
    assert.doesNotMatch(ofPuzzle, /id="create-title-wrong"/);
  });

  test('are available to hunt managers only', async () => {
    assert.equal((await moderator.open('/staff/hunts')).status, 403);
    const maker = await giveRole(ship, await ship.newcomer('maker'), 'huntmanager');
    assert.equal((await visit(ship, maker).open('/staff/hunts')).status, 200);
  });
});

const emptyProfile = {
  title: '',
  organization: '',
  pronouns: '',
  website: '',
  facebookURL: '',
  xURL: '',
  instagramURL: '',
  youtubeURL: '',
};

describe('performers', () => {
  const path = '/staff/performers';
  const profile = { name: 'Ines Vale', bio: 'Sings', alternativeNames: 'Vale\nI. Vale', yearsAttended: '2019, 2023' };
  const find = async (search: string) =>
    (await ship.anonymous.get(performersApi.officialPerformers, { query: { search } })).performers[0];

  test('are added with a picture, changed and deleted', async () => {
    const image = new Uint8Array(await createPicture());
    assert.equal(
      (await team.send(path, { action: 'create', ...emptyProfile, ...profile, image })).location,
      `${path}?done`,
    );
    const made = await find('Ines');
    const page = `${path}/${made?.id}`;
    const shown = (await team.open(page)).body;
    assert.match(shown, /value="Ines Vale".*>Vale\nI\. Vale<\/textarea>.*value="2019, 2023"/s);
    await team.send(page, { action: 'save', ...emptyProfile, ...profile, bio: 'Dances', filename: made?.photo ?? '' });
    const changed = await ship.anonymous.get(performersApi.performer, { params: { performer_id: made?.id ?? '' } });
    assert.deepEqual([changed.bio, changed.header.photo], ['Dances', made?.photo]);
    await team.send(page, { remove: '' });
    assert.equal(await find('Ines'), undefined);
  });

  test('with invalid years get the error next to the field', async () => {
    const typed = { action: 'create', ...emptyProfile, ...profile, yearsAttended: '2019, lately' };
    const { status, body } = await team.send(path, typed);
    assert.equal(status, 400);
    assert.match(body, /id="create-yearsAttended-wrong">.*Years attended must be four-digit years/);
  });

  test('are imported from a list that’s compared first', async () => {
    const list = encodeText(JSON.stringify([{ header: { name: 'Omar Reed' }, bio: 'Juggles' }]));
    assert.equal((await team.send(path, { action: 'list', file: list })).location, `${path}/list`);
    assert.match((await team.open(`${path}/list`)).body, /1 new performers will be added.*Omar Reed/s);
    assert.equal(await find('Omar'), undefined);
    await team.send(`${path}/list`, { action: 'apply', linkEvents: 'on' });
    assert.equal((await find('Omar'))?.name, 'Omar Reed');
    assert.match(
      (await team.send(path, { action: 'list', file: encodeText('{') })).body,
      /role="alert".*isn.{1,6}t JSON/s,
    );
  });

  test('are linked to their events by a workbook', async () => {
    const rows = [
      ['Day', 'Start', 'EventName', 'Featuring'],
      ['Mon', '10:00am', 'Knots for Beginners', 'Unknown Player'],
    ];
    const workbook = new Uint8Array(createWorkbook({ 'Full Schedule': rows }));
    assert.equal((await team.send(path, { action: 'links', file: workbook })).location, `${path}/links`);
    assert.match((await team.open(`${path}/links`)).body, /1, 1 unknown/);
    assert.equal((await team.send(`${path}/links`, { apply: '' })).location, `${path}?done`);
  });
});

describe('a passenger who hosts an event', () => {
  const own = '/performers/own';
  const { event_id } = ship.eventParams('07').params;
  const page = `/event/${event_id}`;
  const official = `/event/${ship.eventParams('09').params.event_id}`;
  const texts = { ...emptyProfile, alternativeNames: '', yearsAttended: '' };
  const setBefore = (isBefore: boolean) => setPreregistration(ship, isBefore);

  test('creates a profile, changes it, stops hosting and deletes the profile', async () => {
    const host = await createPassengerWithCode(ship, 'stretcher', 'bcdbcd');
    const viewer = visit(ship, host);
    await setBefore(true);
    try {
      assert.match((await viewer.open(own)).body, /have a performer profile yet/);
      assert.match((await viewer.open(page)).body, new RegExp(`${page}/hold"`));
      const image = new Uint8Array(await createPicture());
      const profile = { ...texts, name: 'Stretchy', bio: 'Bends' };
      const made = await viewer.send(`${page}/hold`, { action: 'hold', ...profile, image });
      assert.equal(made.location, `${own}?done`);
      assert.match((await viewer.open(page)).body, /<a href="\/performers\/[^"]+">Stretchy</);
      assert.match((await viewer.open(own)).body, new RegExp(`Stretchy.*name="giveBack" value="${event_id}"`, 's'));
      const [, filename = ''] = /name="filename" value="([^"]+)"/.exec((await viewer.open(`${page}/hold`)).body) ?? [];
      await viewer.send(`${page}/hold`, { action: 'hold', ...profile, bio: 'Bends far', filename });
      const changed = await host.get(performersApi.ownPerformer);
      assert.deepEqual(
        [changed.bio, changed.header.photo, changed.header.isOfficialPerformer],
        ['Bends far', filename, false],
      );
      await viewer.send(own, { giveBack: event_id });
      assert.doesNotMatch((await viewer.open(own)).body, /giveBack/);
      assert.equal((await viewer.send(own, { remove: '' })).status, 400);
      await viewer.send(own, { remove: '', sure: 'on' });
      assert.match((await viewer.open(own)).body, /have a performer profile yet/);
    } finally {
      await setBefore(false);
    }
  });

  test('and is a moderator can undo all that even during the sailing', async () => {
    const host = await createPassengerWithCode(ship, 'bosun', 'cdecde');
    await setBefore(true);
    try {
      const profile = { ...texts, name: 'The bosun', bio: 'Whistles' };
      await visit(ship, host).send(`${page}/hold`, { action: 'hold', ...profile });
    } finally {
      await setBefore(false);
    }
    assert.doesNotMatch((await visit(ship, host).open(own)).body, /name="(giveBack|remove)"/);
    await office.send('POST', `/api/v3/admin/moderator/promote/${host.userID}`);
    const viewer = visit(ship, await ship.logIn('bosun'));
    const shown = (await viewer.open(own)).body;
    assert.match(
      shown,
      new RegExp(`name="giveBack" value="${event_id}".*name="remove".*only be edited before the sailing`, 's'),
    );
    assert.doesNotMatch(shown, /\/hold"/);
    assert.equal((await viewer.send(own, { giveBack: event_id })).location, `${own}?done`);
    assert.equal((await viewer.send(own, { remove: '', sure: 'on' })).location, `${own}?done`);
    assert.match((await viewer.open(own)).body, /have a performer profile yet/);
  });

  test('is removed by moderators, who can’t remove official performers', async () => {
    const host = await createPassengerWithCode(ship, 'boaster', 'defdef');
    await setBefore(true);
    try {
      const profile = { ...texts, name: 'Not nice', bio: 'Shouts' };
      await visit(ship, host).send(`${page}/hold`, { action: 'hold', ...profile });
    } finally {
      await setBefore(false);
    }
    const { header } = await host.get(performersApi.ownPerformer);
    const path = `/performers/${header.id}`;
    assert.doesNotMatch((await visit(ship, ship.james).open(path)).body, /name="remove"/);
    assert.match((await moderator.open(path)).body, /as a moderator/);
    assert.equal((await moderator.send(path, { remove: '' })).status, 400);
    assert.equal((await moderator.send(path, { remove: '', sure: 'on' })).location, '/performers?passengers=true');
    assert.equal((await moderator.open(path)).status, 404);
    const [onStage] = (await ship.anonymous.get(performersApi.officialPerformers)).performers;
    if (onStage) assert.doesNotMatch((await moderator.open(`/performers/${onStage.id}`)).body, /as a moderator/);
  });

  test('shows invalid input immediately', async () => {
    const viewer = visit(ship, ship.james);
    assert.match((await viewer.open(own)).body, /only be edited before the sailing/);
    assert.doesNotMatch((await viewer.open(page)).body, /\/hold"/);
    const tooLate = await viewer.open(`${page}/hold`);
    assert.match(tooLate.body, /only be edited before the sailing/);
    assert.doesNotMatch(tooLate.body, /name="bio"/);
    await setBefore(true);
    try {
      assert.match(
        (await viewer.open(`${official}/hold`)).body,
        /Passengers can only host shadow events and workshops/,
      );
      const refused = await viewer.send(`${page}/hold`, { action: 'hold', ...texts, name: 'James', bio: 'Kept text' });
      assert.equal(refused.status, 400);
      assert.match(refused.body, /registration code.*Kept text/s);
    } finally {
      await setBefore(false);
    }
    assert.match((await visit(ship).open(own)).location, /^\/sign-in/);
  });
});

test('photographers and events that need them are chosen by the photography manager', async () => {
  const path = '/staff/photographers';
  const lead = visit(ship, ship.manager);
  const [, eventID = ''] = /name="need" value="([^"]+)"/.exec((await lead.open(`${path}/choose?day=2`)).body) ?? [];
  await lead.send(`${path}/choose?day=2`, { need: eventID });
  assert.match((await lead.open(path)).body, new RegExp(`name="spare" value="${eventID}"`));
  assert.match((await team.open(path)).body, /no one yet/);
  assert.match((await team.open(`${path}/table`)).body, /,/);
  await lead.send(path, { spare: eventID });
  assert.doesNotMatch((await lead.open(path)).body, new RegExp(`value="${eventID}"`));

  await lead.send(`${path}/people`, { action: 'give', username: 'heidi' });
  assert.match((await lead.open(`${path}/people`)).body, /@heidi</);
  await lead.send(`${path}/people`, { take: (await ship.logIn('heidi')).userID });
  assert.doesNotMatch((await lead.open(`${path}/people`)).body, /@heidi</);
  assert.equal((await moderator.open(path)).status, 403);
});

test('photographers sign up on an event’s page, visible to photography staff only', async () => {
  const photographer = visit(ship, await giveRole(ship, await ship.newcomer('with-camera'), 'shutternaut'));
  const lead = visit(ship, ship.manager);
  const page = `/event/${ship.eventParams('08').params.event_id}`;
  assert.match((await photographer.open(page)).body, /No photographer needed.*name="photograph"/s);
  const sent = await photographer.send(page, { photograph: '' });
  assert.deepEqual([sent.status, sent.location], [303, page]);
  const shown = (await photographer.open(page)).body;
  assert.match(shown, /Photographed by<\/dt><dd><b>with-camera<.*name="photographNot"/s);
  const seenByLead = (await lead.open(page)).body;
  assert.match(seenByLead, /<b>with-camera</);
  assert.doesNotMatch(seenByLead, /name="photograph/);
  assert.doesNotMatch((await visit(ship, ship.james).open(page)).body, /with-camera|photograph/i);
  assert.equal((await visit(ship, ship.james).send(page, { photograph: '' })).status, 403);
  await photographer.send(page, { photographNot: '' });
  assert.doesNotMatch((await photographer.open(page)).body, /<b>with-camera</);
});

test('photographers find events that need one, and those they’ve signed up for', async () => {
  const path = '/photography';
  const photographer = visit(ship, await giveRole(ship, await ship.newcomer('with-lens'), 'shutternaut'));
  const event_id = ship.eventParams('09').params.event_id;
  assert.match((await photographer.open(path)).body, /Every event that needs a photographer has one/);
  await ship.manager.get(scheduleApi.needPhotographer, { params: { event_id } });
  assert.match(
    (await photographer.open(path)).body,
    new RegExp(`no one yet.*name="photograph" value="${event_id}"`, 's'),
  );
  assert.equal((await photographer.send(path, { photograph: event_id })).location, path);
  assert.doesNotMatch((await photographer.open(path)).body, new RegExp(`value="${event_id}"`));
  for (const show of ['all', 'own'])
    assert.match(
      (await photographer.open(`${path}?show=${show}`)).body,
      new RegExp(`<b>with-lens<.*name="photographNot" value="${event_id}"`, 's'),
    );
  await photographer.send(`${path}?show=own`, { photographNot: event_id });
  assert.match((await photographer.open(`${path}?show=own`)).body, /signed up for any events yet/);
  assert.match((await photographer.open('/more')).body, /For photographers/);
  assert.equal((await visit(ship, ship.james).open(path)).status, 403);
  assert.doesNotMatch((await visit(ship, ship.james).open('/more')).body, /For photographers/);
});

test('feedback is read, marked as actionable, and requested on posters', async () => {
  await fileReport(ship.james, ship.uid('08'), { recapString: 'all knots held', issuesString: 'too few ropes' });
  const list = (await team.open('/staff/feedback')).body;
  const [, page = ''] = /href="(\/staff\/feedback\/[0-9a-f-]{36})"/.exec(list) ?? [];
  assert.match((await team.open(page)).body, /all knots held.*too few ropes/s);
  await team.send(page, { mark: '' });
  assert.match((await team.open('/staff/feedback?marked=true')).body, new RegExp(page));
  await team.send(page, { unmark: '' });
  assert.match((await team.open('/staff/feedback?marked=true')).body, /Nothing to do/);
  assert.match(
    (await team.open('/staff/feedback/posters')).body,
    /<section class="poster"><h2>[^<]+<\/h2>.*class="qr"/s,
  );
});

test('hosts find the feedback form by their room’s poster or in the list, and find their reports again', async () => {
  const teller = visit(ship, ship.james);
  const { location, title } = await ship.james.get(scheduleApi.event, ship.eventParams('08'));
  const line = new RegExp(`href="/event/${ship.eventParams('08').params.event_id}/feedback">${title}<`);
  const room = (await teller.open(`/feedback?room=${encodeURIComponent(location)}`)).body;
  assert.match(room, new RegExp(`<h2 id="part0">In ${location}<.*${line.source}`, 's'));
  assert.doesNotMatch(room, />All</);
  assert.match((await teller.open('/feedback')).body, new RegExp(`>All<.*${line.source}`, 's'));
  await fileReport(ship.james, ship.uid('08'), { recapString: 'told' });
  assert.match((await teller.open('/feedback')).body, /Feedback sent/);
  assert.match((await teller.open('/feedback?room=nowhere')).body, /Feedback sent/);
  assert.match((await team.open('/feedback?room=nowhere')).body, /No events have started in nowhere yet/);
  assert.match((await visit(ship).open('/feedback')).location, /^\/sign-in/);
});

describe('people from sailing to sailing', () => {
  const path = '/staff/people-file';

  test('are exported to a file that’s checked and imported elsewhere', async () => {
    await createFamily(ship, 'traveller', 'abc abc');
    assert.match((await admin.open(path)).body, /<pre>gangway import users/);
    const setMinimumLevel = (minUserAccessLevel: string) =>
      office.get(adminApi.changeServerSettings, { body: { minUserAccessLevel } });
    await setMinimumLevel('admin');
    try {
      const headers = { cookie: `session=${office.token}`, accept: 'text/html' };
      const download = await fetch(`${ship.url}${path}/download`, { headers });
      assert.equal(download.headers.get('content-type'), 'application/zip');
      const zip = new Uint8Array(await download.arrayBuffer());
      const sent = await fetch(`${ship.url}/api/v3/admin/bulkuserfile/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/zip' },
        body: zip,
      });
      assert.equal(sent.status, 200);
      assert.match((await admin.open(path)).body, /0 of 1 new, 1 already known.*Import accounts/s);
      const applied = await admin.send(path, { apply: '' });
      assert.match(applied.body, /Import complete.*0 of 1 new, 1 already known/s);
      assert.match((await admin.open(path)).body, /<pre>gangway import users/, 'the file is gone');
    } finally {
      await setMinimumLevel('banned');
    }
  });

  test('are available to the administrator only', async () => {
    assert.equal((await visit(ship, await ship.atLevel('tho')).open(path)).status, 403);
  });
});
