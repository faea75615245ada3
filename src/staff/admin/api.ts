export const adminApi = {};
