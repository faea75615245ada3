import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findNewerApis } from '../../build/checking/browsers/newer-apis.ts';
import { findNewerStyles } from '../../build/checking/browsers/newer-styles.ts';
import { runInProject } from './support.ts';

/** Returns the names of the APIs that a script calls and old browsers lack. */
const findIn = (code: string, file = 'script.ts'): string[] =>
  runInProject({ [file]: code }, (project) =>
    findNewerApis(project, [join(project, file)]).map((complaint) => complaint.split(': ')[1] ?? ''),
  );

test('rejects scripts that use newer APIs than the oldest browsers have, and names the browsers', () => {
  const complaints = runInProject({ 'script.ts': "\ndocument.querySelector('form')?.requestSubmit();\n" }, (project) =>
    findNewerApis(project, [join(project, 'script.ts')]),
  );
  assert.deepEqual(complaints, [
    'script.ts:2: requestSubmit: safari 15.4 (has it since 16), safari_ios 15.4 (has it since 16)',
  ]);
});

test('types distinguish a newer member from an older one with the same name', () => {
  assert.deepEqual(findIn('AbortSignal.timeout(1); const clock = { timeout: (ms: number) => ms }; clock.timeout(1);'), [
    'timeout',
  ]);
  assert.deepEqual(findIn("new Set(['a']).union(new Set()); [1].toSorted(); [1].at(-1); 'a'.at(-1);"), [
    'union',
    'toSorted',
  ]);
  assert.deepEqual(findIn('const { groupBy, keys } = Object; groupBy([], keys);'), ['groupBy']);
});

test('accepts what older browsers have, including mixins and events', () => {
  const code = `document.body.replaceChildren(); structuredClone(1); new BroadcastChannel('a').onmessage = null;
    void navigator.locks.request('a', () => {}); new ResizeObserver(() => {}).observe(document.body);`;
  assert.deepEqual(findIn(code), []);
});

test('a script may call an API after testing for it', () => {
  const code = `function send(form: HTMLFormElement) {
    if ('requestSubmit' in form) form.requestSubmit();
    form.requestSubmit?.();
    return 'requestSubmit' in form && form.requestSubmit();
  }`;
  assert.deepEqual(findIn(code), []);
});

test('without type definitions, a name counts as too new if it’s too new in every interface that has it', () => {
  assert.deepEqual(findIn('export const a = (b) => b.moveBefore(null, null);', 'library.js'), ['moveBefore']);
  assert.deepEqual(findIn('export const a = (b) => { if (b.moveBefore) b.moveBefore(); b.at(1); };', 'library.js'), []);
});

test('rejects a pattern with a lookbehind, since Safari 15 then rejects the whole script', () => {
  assert.deepEqual(findIn('export const a = /(?<=b)c/;'), ['/(?<=b)c/']);
});

const listStyles = (sheet: string): string[] =>
  findNewerStyles(sheet).map((complaint) => complaint.split(': ')[0] ?? '');

test('rejects CSS that the oldest browsers don’t support, such as selectors, properties and units', () => {
  assert.deepEqual(listStyles('a, b:has(c) { color: red }'), ['a,b:has(c) { :has']);
  assert.deepEqual(listStyles('@container (width > 1px) { a { color: red } }'), ['sheet { @container']);
  assert.deepEqual(listStyles('a { field-sizing: content }'), ['a { field-sizing', 'a { field-sizing']);
  assert.deepEqual(listStyles('a { color: color-mix(in srgb, red, blue) }'), ['a { color']);
  assert.deepEqual(listStyles('a { height: 1dvh } b { width: 1cqw }'), ['a { height', 'b { width']);
  assert.deepEqual(listStyles('a { rotate: 1deg; & b { color: red } }'), ['a { rotate', '& b { &']);
});

test('newer style passes under @supports, or after a value that every browser understands', () => {
  assert.deepEqual(listStyles('@supports (field-sizing: content) { a { field-sizing: content } }'), []);
  assert.deepEqual(listStyles('@supports selector(:has(*)) { a:has(b) { color: red } }'), []);
  assert.deepEqual(listStyles('a { height: 100vh; height: 100dvh; -webkit-user-select: none; user-select: none }'), []);
});

test('accepts features that some browsers never have, such as a pointer on a phone', () => {
  assert.deepEqual(
    listStyles('a { cursor: pointer; inset: 0; accent-color: red; aspect-ratio: 1 } @layer a { b { gap: 1px } }'),
    [],
  );
});
