/** The oldest browsers in which the scripts and the style of the pages work in full. In older ones, forms and links do. */
export const oldestBrowsers = { chrome: '100', firefox: '102', safari: '15.4' } as const;
