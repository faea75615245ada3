/** Parts of the service that an administrator may switch off (core, Enums: Feature). */
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
  'personalevents',
  'registration',
  'hunts',
  'eventFeedback',
  'quartermaster',
] as const;
export type Feature = (typeof features)[number];

/** `all` as a feature name stands for every feature. */
export const featureNames = [...features, 'all'] as const;
export type FeatureName = (typeof featureNames)[number];

/** Client apps known everywhere; the configuration may add more. `all` switches the feature off in the API itself. */
export const builtInClientApps = ['website', 'ios', 'android', 'mobile', 'all'] as const;
