export const scheduleApi = {};
