import type { Note } from './notes.ts';
import { headerOf, type Person, searchNameOf } from './people.ts';
import type { KeywordData, NoteData, UserSearch } from './records.ts';

export const presentSearch = (one: Person): UserSearch => ({ ...headerOf(one), userSearch: searchNameOf(one) });

export function presentNote({ subject, row: { note, createdAt, updatedAt } }: Note): NoteData {
  return { createdAt, updatedAt, targetUser: headerOf(subject), note };
}

export const presentKeywords = (words: readonly string[]): KeywordData => ({ keywords: [...words] });
