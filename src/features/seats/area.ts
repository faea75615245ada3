import { area } from '#area/area.ts';
import { seatsApi } from './api.ts';
import { createSeatsSource } from './appointments.ts';
import { seatCounters } from './counters.ts';
import { eventSeatSource } from './event-seats.ts';
import { seatsHandlers } from './handlers.ts';
import { fillSeatsOfRestored, releaseSeatsOfBanned } from './move-up.ts';
import { seatHydrators } from './notifications.ts';
import { createSeatsPlan } from './planned-events.ts';
import { capacityList, seatUserFields } from './user-file.ts';
import { repairSeats, verifySeats } from './verify.ts';

export const seats = area({
  name: 'seats',
  api: seatsApi,
  handlers: seatsHandlers,
  appointments: createSeatsSource,
  plannedEvents: createSeatsPlan,
  counters: seatCounters,
  hydrators: seatHydrators,
  eventSeats: eventSeatSource,
  onLevelChange: releaseSeatsOfBanned,
  onScheduleChange: fillSeatsOfRestored,
  userFileFields: seatUserFields,
  userFileLists: [capacityList],
  verify: verifySeats,
  repair: repairSeats,
});
