import type { Context, Handlers } from '#area/context.ts';
import { respondToChange } from '#contract/response.ts';
import type { usersApi } from './api/index.ts';
import { getUserByIDOrName, matchAllNames, matchUsername } from './find-users.ts';
import { getNote, listNotes, removeNote, writeNote } from './notes.ts';
import { presentHeader, presentNote, presentSearch } from './present.ts';
import {
  addFavorite,
  blockUser,
  listBlockedUsers,
  listFavoriteUsers,
  listMutedUsers,
  muteUser,
  removeFavorite,
  unblockUser,
  unmuteUser,
} from './relations.ts';
import { giveRole, listRoleHolders, takeRole } from './roles.ts';
import { getVisibleUser } from './visibility.ts';

/** The endpoints of the area. */
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
    block: ({ caller, params, write }) =>
      write((context) => respondToChange(blockUser(context, caller, params.userID))),
    unblock: ({ caller, params, write }) => write((context) => unblockUser(context, caller, params.userID)),
    mutes: ({ caller }) => listMutedUsers(context, caller).map(presentHeader),
    mute: ({ caller, params, write }) => write((context) => muteUser(context, caller, params.userID)),
    unmute: ({ caller, params, write }) => write((context) => unmuteUser(context, caller, params.userID)),
    favorites: ({ caller }) => listFavoriteUsers(context, caller).map(presentHeader),
    favorite: ({ caller, params, write }) => write((context) => addFavorite(context, caller, params.userID)),
    unfavorite: ({ caller, params, write }) => write((context) => removeFavorite(context, caller, params.userID)),

    roleHolders: ({ caller, params }) => listRoleHolders(context, caller, params.role).map(presentHeader),
    giveRole: ({ caller, params, write }) => write((context) => giveRole(context, caller, params.userID, params.role)),
    takeRole: ({ caller, params, write }) => write((context) => takeRole(context, caller, params.userID, params.role)),

    notes: ({ caller }) => listNotes(context, caller).map(presentNote),
    note: ({ caller, params }) => presentNote(getNote(context, caller, params.userID)),
    writeNote: ({ caller, params, body, write }) =>
      write((context) => presentNote(writeNote(context, caller, params.userID, body.note))),
    writeNoteAboutSubject: ({ caller, body, write }) =>
      write((context) => presentNote(writeNote(context, caller, body.subjectID, body.note))),
    deleteNote: ({ caller, params, write }) => write((context) => removeNote(context, caller, params.userID)),
  };
}
