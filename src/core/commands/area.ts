import { area } from '#area/area.ts';

/** How commands next to the service speak to it; has no endpoint. */
export const commands = area({ name: 'commands', api: {}, handlers: () => ({}) });
