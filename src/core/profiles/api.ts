export const profilesApi = {};
