import type { Context } from '#context';
import { answerChange, type Handlers } from '#contract/endpoint.ts';
import type { usersApi } from './api/index.ts';
import { blockedPeople, blockUser, unblockUser } from './block.ts';
import { addFavorite, favoritePeople, removeFavorite } from './favorite.ts';
import { findPerson, matchAllNames, matchUsername } from './find-people.ts';
import { mutedPeople, muteUser, unmuteUser } from './mute.ts';
import { noteAbout, notesOf, removeNote, writeNote } from './notes.ts';
import { headerOf } from './people.ts';
import { presentKeywords, presentNote, presentSearch } from './present.ts';
import { giveRole, roleHolders, takeRole } from './roles.ts';
import { visiblePerson } from './visibility.ts';
import { addWord, removeWord, wordsOf } from './words.ts';

export function usersHandlers(context: Context): Handlers<typeof usersApi> {
  return {
    find: ({ caller, params }) => headerOf(findPerson(context, caller, params.searchString)),
    header: ({ caller, params }) => headerOf(visiblePerson(context, caller, params.userID)),
    matchAllNames: ({ caller, params, query: { favorers = false, sort } }) =>
      matchAllNames(context, caller, params.searchString, {
        onlyFavorers: favorers,
        favoritesFirst: sort === 'favorites',
      }).map(presentSearch),
    matchUsername: ({ caller, params }) =>
      matchUsername(context, caller, params.searchString).map(({ username }) => `@${username}`),

    blocks: ({ caller }) => blockedPeople(context, caller).map(headerOf),
    block: ({ caller, params, write }) => write(() => answerChange(blockUser(context, caller, params.userID))),
    unblock: ({ caller, params, write }) => write(() => unblockUser(context, caller, params.userID)),
    mutes: ({ caller }) => mutedPeople(context, caller).map(headerOf),
    mute: ({ caller, params, write }) => write(() => muteUser(context, caller, params.userID)),
    unmute: ({ caller, params, write }) => write(() => unmuteUser(context, caller, params.userID)),
    favorites: ({ caller }) => favoritePeople(context, caller).map(headerOf),
    favorite: ({ caller, params, write }) => write(() => addFavorite(context, caller, params.userID)),
    unfavorite: ({ caller, params, write }) => write(() => removeFavorite(context, caller, params.userID)),

    roleHolders: ({ caller, params }) => roleHolders(context, caller, params.role).map(headerOf),
    giveRole: ({ caller, params, write }) => write(() => giveRole(context, caller, params.userID, params.role)),
    takeRole: ({ caller, params, write }) => write(() => takeRole(context, caller, params.userID, params.role)),

    notes: ({ caller }) => notesOf(context, caller).map(presentNote),
    note: ({ caller, params }) => presentNote(noteAbout(context, caller, params.userID)),
    writeNote: ({ caller, params, body, write }) =>
      write(() => presentNote(writeNote(context, caller, params.userID, body.note))),
    writeNoteAboutSubject: ({ caller, body, write }) =>
      write(() => presentNote(writeNote(context, caller, body.subjectID, body.note))),
    deleteNote: ({ caller, params, write }) => write(() => removeNote(context, caller, params.userID)),

    alertWords: ({ caller }) => presentKeywords(wordsOf(context, 'alert', caller.userID)),
    addAlertWord: ({ caller, params, write }) =>
      write(() => presentKeywords(addWord(context, caller, 'alert', params.word))),
    removeAlertWord: ({ caller, params, write }) =>
      write(() => presentKeywords(removeWord(context, caller, 'alert', params.word))),
    muteWords: ({ caller }) => presentKeywords(wordsOf(context, 'mute', caller.userID)),
    addMuteWord: ({ caller, params, write }) =>
      write(() => presentKeywords(addWord(context, caller, 'mute', params.word))),
    removeMuteWord: ({ caller, params, write }) =>
      write(() => presentKeywords(removeWord(context, caller, 'mute', params.word))),
  };
}
