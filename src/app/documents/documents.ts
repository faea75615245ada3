/** The documents by their files below `assets`. */
export const documentFiles = {
  openApi: 'openapi.json',
  asyncApi: 'asyncapi.json',
  page: 'authors/docs.html',
} as const;
