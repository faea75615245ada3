/** Usernames of the built-in accounts. */
export const sharedAccounts = {
  moderator: 'moderator',
  devteam: 'DevTeam',
  clips: 'MicroKaraoke',
  office: 'THO',
  admin: 'admin',
  metrics: 'prometheus',
} as const;
