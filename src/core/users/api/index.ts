import { findingApi } from './finding.ts';
import { notesApi } from './notes.ts';
import { relationsApi } from './relations.ts';
import { rolesApi } from './roles.ts';

/** All endpoints of the area. */
export const usersApi = { ...findingApi, ...relationsApi, ...rolesApi, ...notesApi };
