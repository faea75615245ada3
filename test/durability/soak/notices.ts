/** What everyone is shown instead of what moderators have under review. */
export const notices = {
  title: 'Under review',
  info: 'Moderators are reviewing this.',
  post: 'Moderators are reviewing this post.',
} as const;

/** Is there a notice in these words? */
export const isNotice = (words: string): boolean => Object.values(notices).some((notice) => words.includes(notice));
