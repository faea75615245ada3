export const shipTimeApi = {};
