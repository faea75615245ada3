import * as v from 'valibot';
import { either, minimum, role } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { UserHeader } from '#core/users/records.ts';
import {
  discordUsernameInPath,
  RegistrationCodeStatsData,
  RegistrationCodeUserData,
  registrationCodeInPath,
} from '../records/registration-codes.ts';

/** Those who help people with their accounts (admin rule G12). */
const accountHelpers = either(minimum('devteam'), role('accountmanager'));

/** The codes with which passengers register (admin rules A7 to A11). */
export const registrationCodesApi = {
  registrationCodeStats: endpoint({
    method: 'GET',
    path: '/admin/regcodes/stats',
    access: accountHelpers,
    response: RegistrationCodeStatsData,
    summary: 'How many registration codes there are and how many have been used',
  }),
  findByRegistrationCode: endpoint({
    method: 'GET',
    path: '/admin/regcodes/find/{code}',
    access: accountHelpers,
    params: { code: registrationCodeInPath },
    response: v.array(UserHeader),
    summary: 'The accounts of the person who used a registration code, the primary one first',
  }),
  findRegistrationCodeOfUser: endpoint({
    method: 'GET',
    path: '/admin/regcodes/findbyuser/{userID}',
    access: accountHelpers,
    params: { userID: uuid },
    response: RegistrationCodeUserData,
    summary: 'The registration code of a person and all accounts of that person',
  }),
  allocateReservedCode: endpoint({
    method: 'POST',
    path: '/admin/regcodes/discord/allocate/{username}',
    access: minimum('devteam'),
    params: { username: discordUsernameInPath },
    response: RegistrationCodeUserData,
    summary: 'Hand out a reserved registration code to a member of the chat community',
  }),
  unlockRegistrationCode: endpoint({
    method: 'POST',
    path: '/admin/regcodes/unlock/{userID}',
    access: accountHelpers,
    params: { userID: uuid },
    response: RegistrationCodeUserData,
    summary: 'Let a person recover the password with the registration code once more',
  }),
};
