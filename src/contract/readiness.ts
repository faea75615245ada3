/** Lines of the crew's sign-off, in table order; READY_WITHOUT names those that a crew sails without. */
export const readinessLineNames = [
  'service',
  'settings',
  'clock',
  'zones',
  'schedule',
  'codes',
  'address',
  'certificate',
  'disk',
  'backup',
  'spare',
  'version',
  'unit',
  'files',
] as const;
export type ReadinessLineName = (typeof readinessLineNames)[number];
