/** A moment as part of a file name: `20260321T090000Z`. */
export const formatStamp = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
