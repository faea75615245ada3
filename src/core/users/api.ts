export const usersApi = {};
