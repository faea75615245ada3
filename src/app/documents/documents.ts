/** The documents by their paths below `assets`. */
export const documentFiles = {
  openApi: 'openapi.json',
  asyncApi: 'asyncapi.json',
  page: 'authors/docs.html',
} as const;
