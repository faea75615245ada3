export const settingsApi = {};
