export const clientServicesApi = {};
