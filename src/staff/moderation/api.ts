export const moderationApi = {};
