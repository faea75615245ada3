import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { NoteCreateData, NoteData, NoteUpsertData } from '../records.ts';

/** Private notes about other users (core rules 94 to 96). */
export const notesApi = {
  notes: endpoint({
    method: 'GET',
    path: '/user/notes',
    access: token,
    response: v.array(NoteData),
    summary: 'List your private notes about users',
  }),
  note: endpoint({
    method: 'GET',
    path: '/users/{userID}/note',
    access: token,
    feature: 'users',
    params: { userID: uuid },
    response: NoteData,
    summary: 'Get your private note about a user',
  }),
  writeNote: endpoint({
    method: 'POST',
    path: '/users/{userID}/note',
    access: token,
    feature: 'users',
    params: { userID: uuid },
    body: NoteCreateData,
    response: NoteData,
    status: 201,
    rejects: ['protectedAccount', 'notFound'],
    summary: 'Write or replace your private note about a user',
  }),
  writeNoteAboutSubject: endpoint({
    method: 'POST',
    path: '/user/note',
    access: token,
    feature: 'users',
    body: NoteUpsertData,
    response: NoteData,
    status: 201,
    rejects: ['protectedAccount', 'notFound'],
    summary: 'Write or replace your private note about the user named in the body',
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/users/{userID}/note',
    aliases: [{ method: 'POST', path: '/users/{userID}/note/delete' }],
    access: token,
    feature: 'users',
    params: { userID: uuid },
    status: 204,
    summary: 'Delete your private note about a user',
  }),
};
