/** The oldest browsers in which the pages' scripts and styles fully work. In older ones, forms and links still do. */
export const oldestBrowsers = { chrome: '100', firefox: '102', safari: '15.4' } as const;
