import type { Context, Handlers } from '#area/context.ts';
import { respondToChange, respondWith } from '#contract/response.ts';
import { showEvent } from '#features/schedule/index.ts';
import type { seatsApi } from './api.ts';
import { changeCapacity } from './change-capacity.ts';
import { checkIn, showDoorList, undoCheckIn } from './door-list.ts';
import { giveUpSeat, takeSeat } from './take-seat.ts';

export function seatsHandlers(context: Context): Handlers<typeof seatsApi> {
  return {
    changeCapacity: ({ caller, params, body, write }) =>
      write((context) => {
        changeCapacity(context, caller, params.event_id, body.capacity);
        return showEvent(context, caller, params.event_id);
      }),
    take: ({ caller, params, write }) =>
      write((context) => {
        const isNew = takeSeat(context, caller, params.event_id);
        return respondWith(showEvent(context, caller, params.event_id), { status: isNew ? 201 : 200 });
      }),
    giveUp: ({ caller, params, write }) =>
      write((context) => respondToChange(giveUpSeat(context, caller, params.event_id))),
    list: ({ caller, params }) => showDoorList(context, caller, params.event_id),
    checkIn: ({ caller, params: { event_id: eventID, userID }, write }) =>
      write((context) => respondToChange(checkIn(context, caller, { eventID, userID }))),
    undoCheckIn: ({ caller, params: { event_id: eventID, userID }, write }) =>
      write((context) => respondToChange(undoCheckIn(context, caller, { eventID, userID }))),
  };
}
