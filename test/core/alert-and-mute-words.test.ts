import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicTextApi } from '#core/public-text/api.ts';
import { cleanWords } from '#core/public-text/words/word-lists.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

const wordLists = [
  {
    name: 'alert',
    read: publicTextApi.alertWords,
    add: publicTextApi.addAlertWord,
    remove: publicTextApi.removeAlertWord,
  },
  { name: 'mute', read: publicTextApi.muteWords, add: publicTextApi.addMuteWord, remove: publicTextApi.removeMuteWord },
] as const;

for (const { name, read, add, remove } of wordLists) {
  const word = (text: string) => ({ params: { word: text } });

  test(`${name} words are stored clean, sorted and once each; every response is the whole list`, async () => {
    const user = await app.newcomer(`${name}-keeper`);
    assert.deepEqual(await user.get(read), { keywords: [] });
    assert.deepEqual(await user.get(add, word('Sunset!')), { keywords: ['sunset'] });
    assert.deepEqual(await user.get(add, word('DECK-party 4')), { keywords: ['deckparty', 'sunset'] });
    assert.deepEqual(await user.get(add, word(' sunset  SUNSET ')), { keywords: ['deckparty', 'sunset'] });
    assert.deepEqual(await user.get(read), { keywords: ['deckparty', 'sunset'] });
    assert.deepEqual(await user.get(remove, word('never-added')), { keywords: ['deckparty', 'sunset'] });
    assert.deepEqual(await user.get(remove, word('Deck-Party')), { keywords: ['sunset'] });
    assert.deepEqual(await user.get(remove, word('sunset')), { keywords: [] });
  });

  test(`${name} words are one word of at least four letters, or 400`, async () => {
    const user = await app.newcomer(`${name}-tester`);
    for (const text of ['abc', 'a1b2c3', '1234', '!!!!', 'two words', '%%%%', 'x'.repeat(51)]) {
      for (const declaration of [add, remove]) {
        const response = await user.call(declaration, word(text));
        assert.equal(response.status, 400, text);
        assert.equal(response.fieldErrors, undefined);
      }
    }
    assert.deepEqual(await user.get(read), { keywords: [] });
  });

  test(`${name} words can be in any script, and contain a slash or percent sign`, async () => {
    const user = await app.newcomer(`${name}-writer`);
    for (const text of ['Ünïcode', 'ЗАКАТ', 'σύννεφο', 'हिन्दीभाषा', 'AC/DC', '100%cotton']) {
      assert.equal((await user.call(add, word(text))).status, 200, text);
    }
    const { keywords } = await user.get(read);
    assert.deepEqual(new Set(keywords), new Set(['ünïcode', 'закат', 'σύννεφο', 'हिन्दीभाषा', 'acdc', 'cotton']));
    assert.deepEqual(keywords, [...keywords].sort());
  });

  test(`${name} words are separate for each account`, async () => {
    const [user, other] = [await app.newcomer(`${name}-owner`), await app.newcomer(`${name}-other`)];
    await user.get(add, word('lighthouse'));
    assert.deepEqual(await other.get(read), { keywords: [] });
    for (const list of wordLists) {
      if (list.name !== name) assert.deepEqual(await user.get(list.read), { keywords: [] });
    }
  });

  test(`${name} words are at most 200; what is in a full list can still be added again and removed`, async () => {
    const user = await app.newcomer(`${name}-collector`);
    const letters = 'abcdefghijklmno';
    const words = [...letters].flatMap((first) => [...letters].map((second) => `word${first}${second}`)).slice(0, 200);
    for (const text of words) await user.get(add, word(text));
    const rejected = await user.call(add, word('onemore'));
    assert.equal(rejected.status, 400);
    assert.match(rejected.reason, /200/);
    assert.equal((await user.get(add, word('wordaa'))).keywords.length, 200);
    await user.get(remove, word('wordaa'));
    assert.equal((await user.get(add, word('onemore'))).keywords.length, 200);
  });
}

test('cleaning a text leaves its different words, of letters alone', () => {
  const cleaned = cleanWords('Don\'t STOP,\tstop! 4 "cafe\u0301" ❤️ x2');
  assert.deepEqual([...cleaned], ['dont', 'stop', 'café', 'x']);
  assert.deepEqual([...cleanWords(' 12 ?! ')], []);
});
