import { presentHeader, presentSearchName, type User } from './directory.ts';
import type { Note } from './notes.ts';
import type { KeywordData, NoteData, UserSearch } from './records.ts';

export const presentSearch = (one: User): UserSearch => ({ ...presentHeader(one), userSearch: presentSearchName(one) });

export function presentNote({ subject, row: { note, createdAt, updatedAt } }: Note): NoteData {
  return { createdAt, updatedAt, targetUser: presentHeader(subject), note };
}

export const presentKeywords = (words: readonly string[]): KeywordData => ({ keywords: [...words] });
