export const imagesApi = {};
