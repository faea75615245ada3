/** The texts shown in place of content under review. */
export const notices = {
  title: 'Under review',
  info: 'Moderators are reviewing this.',
  post: 'Moderators are reviewing this post.',
} as const;

/** Whether a notice has this text. */
export const isNotice = (words: string): boolean => Object.values(notices).some((notice) => words.includes(notice));
