import type { TextField } from './fields.ts';

/** A person to suggest. */
interface Suggestion {
  readonly username: string;
  readonly displayName?: string;
}

/**
 * A field for usernames or mentions, and its list of suggestions. An input is a combobox as in the ARIA Authoring
 * Practices; a text area can't be one, but has a list too.
 */
interface NameField {
  readonly input: TextField;
  readonly list: HTMLElement;
  readonly status: HTMLElement;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Ignores responses to earlier requests. */
  asked: number;
  /** How many characters before the caret the chosen name replaces. */
  length: number;
}

const minLetters = 2;
const pauseInTyping = 200;
const fields = new WeakMap<TextField, NameField>();

/** Suggests people in fields for usernames and posts. Without this script, users type the usernames themselves. */
export function suggestNames(): void {
  document.addEventListener('focusin', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && target.dataset.names !== undefined) addSuggestions(target);
  });
}

/** Adds a list to a field, and again if a page update replaced it. */
function addSuggestions(input: TextField): void {
  const field = fields.get(input) ?? createField(input);
  fields.set(input, field);
  if (field.list.isConnected) return;
  input.after(field.list, field.status);
  if (input instanceof HTMLInputElement) input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', field.list.id);
  close(field);
}

function createField(input: TextField): NameField {
  const [list, status] = [document.createElement('span'), document.createElement('span')];
  list.id = `${input.id}-names`;
  list.className = 'options';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'People');
  status.className = 'hide';
  status.setAttribute('role', 'status');
  const field: NameField = { input, list, status, timer: undefined, asked: 0, length: 0 };
  input.addEventListener('input', () => {
    clearTimeout(field.timer);
    field.timer = setTimeout(() => void suggest(field), pauseInTyping);
  });
  input.addEventListener('keydown', (event) => {
    if (event instanceof KeyboardEvent) pressKey(field, event);
  });
  input.addEventListener('blur', () => close(field));
  // The focus stays in the field.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null;
    if (option) acceptSuggestion(field, option);
  });
  return field;
}

async function suggest(field: NameField): Promise<void> {
  field.asked += 1;
  const { asked, input } = field;
  for (const text of new Set(listSearches(input))) {
    const found = await ask(text);
    if (asked !== field.asked || document.activeElement !== input) return;
    if (found.length === 0) continue;
    field.length = text.length;
    show(field, found);
    return;
  }
  close(field);
}

/** Returns what to search for, best first. In a post only a word with an @ names someone. */
function listSearches({ value, selectionStart, dataset }: TextField): readonly string[] {
  const before = value.slice(0, selectionStart ?? value.length);
  const lastWord = before.split(/\s/).pop() ?? '';
  if (dataset.names === 'mentioned') return lastWord.startsWith('@') ? [lastWord] : [];
  // Searches after the last complete name: chosen names begin with an @.
  const typed = dataset.names === 'several' ? before.replace(/^(?:.*[,;]|(?:\s*@\S+\s)+)\s*/, '') : before;
  return [typed, lastWord];
}

async function ask(text: string): Promise<readonly Suggestion[]> {
  const search = text.trim().replace(/^@/, '');
  if ([...search].length < minLetters) return [];
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(`/people/names?search=${encodeURIComponent(search)}`, { headers });
    return response.ok ? await response.json() : [];
  } catch {
    return [];
  }
}

function show(field: NameField, found: readonly Suggestion[]): void {
  const { input, list, status } = field;
  list.replaceChildren(...found.map((one, index) => createOption(one, `${list.id}-${index}`)));
  list.hidden = false;
  status.textContent = found.length === 1 ? '1 person' : `${found.length} people`;
  setExpanded(input, true);
  input.removeAttribute('aria-activedescendant');
}

function createOption({ username, displayName }: Suggestion, id: string): HTMLElement {
  const [option, name, handle] = ['span', 'b', 'span'].map((tag) => document.createElement(tag));
  if (!option || !name || !handle) throw new Error('createElement returned nothing');
  option.id = id;
  option.dataset.username = username;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  name.textContent = displayName || username;
  handle.textContent = `@${username}`;
  option.append(name, ' ', handle);
  return option;
}

function close({ input, list, status }: NameField): void {
  list.hidden = true;
  list.replaceChildren();
  status.textContent = '';
  setExpanded(input, false);
  input.removeAttribute('aria-activedescendant');
}

/** A text area has no such state. */
function setExpanded(input: TextField, isExpanded: boolean): void {
  if (input instanceof HTMLInputElement) input.setAttribute('aria-expanded', String(isExpanded));
}

function pressKey(field: NameField, event: KeyboardEvent): void {
  if (field.list.hidden || event.isComposing) return;
  const options = [...field.list.querySelectorAll<HTMLElement>('[role="option"]')];
  const active = options.findIndex(({ id }) => id === field.input.getAttribute('aria-activedescendant'));
  const chosen = options[active];
  if (event.key === 'ArrowDown') highlightOption(field, options, (active + 1) % options.length);
  else if (event.key === 'ArrowUp') highlightOption(field, options, active <= 0 ? options.length - 1 : active - 1);
  else if (event.key === 'Escape') close(field);
  else if (event.key === 'Enter' && chosen) acceptSuggestion(field, chosen);
  else return;
  event.preventDefault();
}

function highlightOption({ input }: NameField, options: readonly HTMLElement[], active: number): void {
  for (const [index, option] of options.entries()) option.setAttribute('aria-selected', String(index === active));
  const option = options[active];
  if (!option) return;
  input.setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}

function acceptSuggestion(field: NameField, option: HTMLElement): void {
  const { input, length } = field;
  const { username = '' } = option.dataset;
  const caret = input.selectionStart ?? input.value.length;
  const text = input.dataset.names === 'one' ? username : `@${username} `;
  input.setRangeText(text, caret - length, caret, 'end');
  field.asked += 1;
  close(field);
  // Saves the draft, as if the name had been typed.
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}
