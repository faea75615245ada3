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
    summary: "Ring a user for a direct call to the caller's device",
  }),
  answer: endpoint({
    method: 'POST',
    path: '/phone/answer/{callID}',
    access: token,
    feature: 'phone',
    params: { callID },
    isAllowedOnLowDisk: true,
    summary: "Notify the caller's other devices that the call was answered here",
  }),
  decline: endpoint({
    method: 'POST',
    path: '/phone/decline/{callID}',
    access: token,
    feature: 'phone',
    params: { callID },
    isAllowedOnLowDisk: true,
    summary: 'End a call of the caller, or reject it; one that is over is no error',
  }),
};
