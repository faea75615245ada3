import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { PhoneSocketServerAddressInput } from './records.ts';

const callID = uuid;

export const phoneApi = {
  initiate: endpoint({
    method: 'POST',
    path: '/phone/initiate/{callID}/to/{userID}',
    access: token,
    feature: ['phone', 'directphone'],
    params: { callID, userID: uuid },
    body: PhoneSocketServerAddressInput,
    isAllowedOnLowDisk: true,
    rejects: ['callsNotAccepted', 'busy', 'noDevice', 'callExists'],
    summary: 'Ring a user for a direct call to your device',
  }),
  answer: endpoint({
    method: 'POST',
    path: '/phone/answer/{callID}',
    access: token,
    feature: 'phone',
    params: { callID },
    isAllowedOnLowDisk: true,
    summary: 'Notify your other devices that you answered the call',
  }),
  decline: endpoint({
    method: 'POST',
    path: '/phone/decline/{callID}',
    access: token,
    feature: 'phone',
    params: { callID },
    isAllowedOnLowDisk: true,
    summary: 'End or reject a call; no error if it’s already over',
  }),
};
