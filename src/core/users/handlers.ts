import type { Context, Handlers } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { respondToChange } from '#contract/response.ts';
import type { usersApi } from './api/index.ts';
import type { User } from './directory.ts';
import { getUserByIDOrName, matchAllNames, matchUsername } from './find-users.ts';
import { getNote, listNotes, removeNote, writeNote } from './notes.ts';
import { presentHeaderTo, presentNote, presentSearch } from './present.ts';
import type { UserHeader } from './records.ts';
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
import { giveRole, listRoleHolders, removeRole } from './roles.ts';
import { getVisibleUser } from './visibility.ts';

const present = (viewer: Caller, users: readonly User[]): UserHeader[] =>
  users.map((user) => presentHeaderTo(viewer, user));

/** The endpoints of the area. */
export function usersHandlers(context: Context): Handlers<typeof usersApi> {
  return {
    find: ({ caller, params }) => presentHeaderTo(caller, getUserByIDOrName(context, caller, params.searchString)),
    header: ({ caller, params }) => presentHeaderTo(caller, getVisibleUser(context, caller, params.userID)),
    matchAllNames: ({ caller, params, query: { favorers = false, sort } }) =>
      matchAllNames(context, caller, params.searchString, {
        onlyFavorers: favorers,
        favoritesFirst: sort === 'favorites',
      }).map((user) => presentSearch(caller, user)),
    matchUsername: ({ caller, params }) =>
      matchUsername(context, caller, params.searchString).map(({ username }) => `@${username}`),

    blocks: ({ caller }) => present(caller, listBlockedUsers(context, caller)),
    block: ({ caller, params, write }) =>
      write((context) => respondToChange(blockUser(context, caller, params.userID))),
    unblock: ({ caller, params, write }) => write((context) => unblockUser(context, caller, params.userID)),
    mutes: ({ caller }) => present(caller, listMutedUsers(context, caller)),
    mute: ({ caller, params, write }) => write((context) => muteUser(context, caller, params.userID)),
    unmute: ({ caller, params, write }) => write((context) => unmuteUser(context, caller, params.userID)),
    favorites: ({ caller }) => present(caller, listFavoriteUsers(context, caller)),
    favorite: ({ caller, params, write }) => write((context) => addFavorite(context, caller, params.userID)),
    unfavorite: ({ caller, params, write }) => write((context) => removeFavorite(context, caller, params.userID)),

    roleHolders: ({ caller, params }) => present(caller, listRoleHolders(context, caller, params.role)),
    giveRole: ({ caller, params, write }) => write((context) => giveRole(context, caller, params.userID, params.role)),
    takeRole: ({ caller, params, write }) =>
      write((context) => removeRole(context, caller, params.userID, params.role)),

    notes: ({ caller }) => listNotes(context, caller).map((note) => presentNote(caller, note)),
    note: ({ caller, params }) => presentNote(caller, getNote(context, caller, params.userID)),
    writeNote: ({ caller, params, body, write }) =>
      write((context) => presentNote(caller, writeNote(context, caller, params.userID, body.note))),
    writeNoteAboutSubject: ({ caller, body, write }) =>
      write((context) => presentNote(caller, writeNote(context, caller, body.subjectID, body.note))),
    deleteNote: ({ caller, params, write }) => write((context) => removeNote(context, caller, params.userID)),
  };
}
