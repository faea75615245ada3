import { area } from '#area/area.ts';

/** Passes messages from commands next to the service to it. Has no endpoint. */
export const commands = area({ name: 'commands', api: {}, handlers: () => ({}) });
