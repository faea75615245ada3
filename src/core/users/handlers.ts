import type { Context } from '#context';
import { type Handlers, respondToChange } from '#contract/endpoint.ts';
import type { usersApi } from './api/index.ts';
import { blockUser, listBlockedUsers, unblockUser } from './block.ts';
import { addFavorite, listFavoriteUsers, removeFavorite } from './favorite.ts';
import { getUserByIDOrName, matchAllNames, matchUsername } from './find-people.ts';
import { listMutedUsers, muteUser, unmuteUser } from './mute.ts';
import { getNote, listNotes, removeNote, writeNote } from './notes.ts';
import { presentHeader } from './people.ts';
import { presentKeywords, presentNote, presentSearch } from './present.ts';
import { giveRole, listRoleHolders, takeRole } from './roles.ts';
import { getVisibleUser } from './visibility.ts';
import { addWord, listWords, removeWord } from './words.ts';

export function usersHandlers(context: Context): Handlers<typeof usersApi> {
  return {
    find: ({ caller, params }) => presentHeader(getUserByIDOrName(context, caller, params.searchString)),
    header: ({ caller, params }) => presentHeader(getVisibleUser(context, caller, params.userID)),
    matchAllNames: ({ caller, params, query: { favorers = false, sort } }) =>
      matchAllNames(context, caller, params.searchString, {
        onlyFavorers: favorers,
        favoritesFirst: sort === 'favorites',
      }).map(presentSearch),
    matchUsername: ({ caller, params }) =>
      matchUsername(context, caller, params.searchString).map(({ username }) => `@${username}`),

    blocks: ({ caller }) => listBlockedUsers(context, caller).map(presentHeader),
    block: ({ caller, params, write }) => write(() => respondToChange(blockUser(context, caller, params.userID))),
    unblock: ({ caller, params, write }) => write(() => unblockUser(context, caller, params.userID)),
    mutes: ({ caller }) => listMutedUsers(context, caller).map(presentHeader),
    mute: ({ caller, params, write }) => write(() => muteUser(context, caller, params.userID)),
    unmute: ({ caller, params, write }) => write(() => unmuteUser(context, caller, params.userID)),
    favorites: ({ caller }) => listFavoriteUsers(context, caller).map(presentHeader),
    favorite: ({ caller, params, write }) => write(() => addFavorite(context, caller, params.userID)),
    unfavorite: ({ caller, params, write }) => write(() => removeFavorite(context, caller, params.userID)),

    roleHolders: ({ caller, params }) => listRoleHolders(context, caller, params.role).map(presentHeader),
    giveRole: ({ caller, params, write }) => write(() => giveRole(context, caller, params.userID, params.role)),
    takeRole: ({ caller, params, write }) => write(() => takeRole(context, caller, params.userID, params.role)),

    notes: ({ caller }) => listNotes(context, caller).map(presentNote),
    note: ({ caller, params }) => presentNote(getNote(context, caller, params.userID)),
    writeNote: ({ caller, params, body, write }) =>
      write(() => presentNote(writeNote(context, caller, params.userID, body.note))),
    writeNoteAboutSubject: ({ caller, body, write }) =>
      write(() => presentNote(writeNote(context, caller, body.subjectID, body.note))),
    deleteNote: ({ caller, params, write }) => write(() => removeNote(context, caller, params.userID)),

    alertWords: ({ caller }) => presentKeywords(listWords(context, 'alert', caller.userID)),
    addAlertWord: ({ caller, params, write }) =>
      write(() => presentKeywords(addWord(context, caller, 'alert', params.word))),
    removeAlertWord: ({ caller, params, write }) =>
      write(() => presentKeywords(removeWord(context, caller, 'alert', params.word))),
    muteWords: ({ caller }) => presentKeywords(listWords(context, 'mute', caller.userID)),
    addMuteWord: ({ caller, params, write }) =>
      write(() => presentKeywords(addWord(context, caller, 'mute', params.word))),
    removeMuteWord: ({ caller, params, write }) =>
      write(() => presentKeywords(removeWord(context, caller, 'mute', params.word))),
  };
}
