import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHashtags } from '#core/public-text/hashtags/read-hashtags.ts';
import { hasHashtag, mentionsName } from '#core/public-text/index.ts';
import { readMentions } from '#core/public-text/mentions/read-mentions.ts';

const longText = 'x'.repeat(50);

test('a mention is a name after @, at the start or after white space', () => {
  for (const [text, ...names] of [
    ['@sam', 'sam'],
    ['hello @Sam, and @SAM again', 'sam'],
    ['line\n@sam\t@heidi', 'sam', 'heidi'],
    ['@sam! @heidi. (@james)', 'sam', 'heidi'],
    ['@sam.the-second_of+all.', 'sam.the-second_of+all'],
    ['@sam..heidi @james--', 'sam', 'james'],
    ['foo@sam.com', undefined],
    ['@', undefined],
    ['@x @-sam @.sam', undefined],
    ['@josé @јames', undefined],
    [`@${longText} @${longText}x`, longText],
    ['@@sam', undefined],
    ['\u0000@sam \ud800 @sam', 'sam'],
  ] as const) {
    assert.deepEqual([...readMentions(text)], names.filter(Boolean), text);
  }
});

test('an exact mention ends where the name ends, except for separators', () => {
  for (const text of ['@john', 'hi @John.', '@john, hello', '@JOHN... yes', '@john-\nx', '@johnny or @john']) {
    assert.equal(mentionsName(text, 'john'), true, text);
  }
  for (const text of ['@john.Doe', '@Johnny', 'john', '@john2', '@john_x', '@johné']) {
    assert.equal(mentionsName(text, 'john'), false, text);
  }
  assert.equal(mentionsName('@a.b @axb', 'a.b'), true);
  assert.equal(mentionsName('@axb', 'a.b'), false);
  assert.equal(mentionsName('anything @(', '('), true);
});

test('a hashtag is a word after #, with at least two letters or digits', () => {
  for (const [text, ...tags] of [
    ['#Sunset and #sunset', 'Sunset', 'sunset'],
    ['#deck9! #a #ab', 'deck9', 'ab'],
    ['#two#three', 'two'],
    ['a#no #-no ##no #', undefined],
    ['#Ünïcode #закат', 'Ünïcode', 'закат'],
    [`#${longText.slice(2)} #${longText}`, longText.slice(2)],
    ['#half-moon', 'half'],
  ] as const) {
    assert.deepEqual([...readHashtags(text)], tags.filter(Boolean), text);
  }
});

test('an exact hashtag is a whole word, delimited by spaces and punctuation', () => {
  for (const text of ['#Sunset', 'see #sunset!', '#sunset,#moon', 'x\n#sunset']) {
    assert.equal(hasHashtag(text, 'sunset'), true, text);
  }
  for (const text of ['#sunsets', 'sunset', '#sun', 'x#sunset', '#sunset-deck']) {
    assert.equal(hasHashtag(text, 'sunset'), false, text);
  }
});
