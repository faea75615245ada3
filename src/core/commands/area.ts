import { area } from '#area/area.ts';

/** How commands beside the service speak to it; has no endpoint. */
export const commands = area({ name: 'commands', api: {}, handlers: () => ({}) });
