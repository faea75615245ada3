/** Parts of the service that an administrator may disable (core, Enums: Feature). */
export const features = [
  'microblog',
  'forums',
  'seamail',
  'schedule',
  'friendlyfez',
  'karaoke',
  'microkaraoke',
  'gameslist',
  'images',
  'users',
  'phone',
  'directphone',
  'photostream',
  'performers',
  'seats',
  'personalevents',
  'registration',
  'hunts',
  'eventFeedback',
  'quartermaster',
  'mustsee',
  'watching',
  'incidents',
  'eventchanges',
  'chatreactions',
  'schedulechecks',
  'karaokequeue',
  'cooldown',
  'chatreports',
  'upcoming',
  'moderatorreasons',
  'picturedescriptions',
] as const;
export type Feature = (typeof features)[number];

/** The feature name `all` means every feature. */
export const featureNames = [...features, 'all'] as const;
export type FeatureName = (typeof featureNames)[number];

/** Well-known client apps; the configuration may add more. `all` disables the feature in the API itself. */
export const builtInClientApps = ['website', 'ios', 'android', 'mobile', 'all'] as const;
