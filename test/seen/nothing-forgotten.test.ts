import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areas } from '../../src/app/areas.ts';
import { declaredEndpoints } from '../support/declared.ts';
import { callsWithoutContent, kinds, sockets } from './kinds.ts';
import { showsKind } from './table.ts';

describe('the visibility table covers', () => {
  test('every kind of content that moderators act on', () => {
    const declared = areas.flatMap(({ moderated = [] }) => moderated.map(({ word }) => word));
    const known = new Set(kinds.map(({ moderated }) => moderated?.word));
    assert.deepEqual(
      declared.filter((word) => !known.has(word)),
      [],
      'make one of it in test/seen/kinds',
    );
  });

  test('every call that reads', () => {
    const read = declaredEndpoints.filter(({ declaration }) => declaration.method === 'GET').map(({ name }) => name);
    const unknown = read.filter(
      (name) => !(name in callsWithoutContent) && !kinds.some((kind) => showsKind(kind, name)),
    );
    assert.deepEqual(unknown, [], 'name the call in the kind that it shows, or in saysNothing of test/seen/kinds.ts');
    const gone = Object.keys(callsWithoutContent).filter((name) => !read.includes(name));
    assert.deepEqual(gone, [], 'these are declared no longer');
    const both = Object.keys(callsWithoutContent).filter((name) => kinds.some((kind) => showsKind(kind, name)));
    assert.deepEqual(both, [], 'these do show something');
  });

  test('every socket', () => {
    const declared = areas.flatMap(({ name, sockets = {} }) => Object.keys(sockets).map((one) => `${name}.${one}`));
    assert.deepEqual(declared.toSorted(), Object.keys(sockets).toSorted());
  });
});
