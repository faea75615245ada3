import { checkAddress } from './address.ts';
import { checkBackup } from './backup.ts';
import { checkCertificate } from './certificate.ts';
import { checkClock } from './clock.ts';
import { checkCodes } from './codes.ts';
import { checkDisk } from './disk.ts';
import { checkFiles } from './files.ts';
import type { ReadinessLine } from './line.ts';
import { checkSchedule } from './schedule.ts';
import { checkService, checkSettings, checkVersion } from './service.ts';
import { checkSpare } from './spare.ts';
import { checkUnit } from './unit.ts';
import { checkZones } from './zones.ts';

/** The crew's sign-off, in the order of the table (moderation rule A38). */
export const readinessLines: readonly ReadinessLine[] = [
  { name: 'service', title: 'Service', check: checkService },
  { name: 'settings', title: 'Settings', check: checkSettings },
  { name: 'clock', title: 'Clock', check: checkClock },
  { name: 'zones', title: 'Time zones', check: checkZones },
  { name: 'schedule', title: 'Schedule', check: checkSchedule },
  { name: 'codes', title: 'Registration codes', check: checkCodes },
  { name: 'address', title: 'Address', check: checkAddress },
  { name: 'certificate', title: 'Certificate', check: checkCertificate },
  { name: 'disk', title: 'Disk', check: checkDisk },
  { name: 'backup', title: 'Backup', check: checkBackup },
  { name: 'spare', title: 'Spare', check: checkSpare },
  { name: 'version', title: 'Version', check: checkVersion },
  { name: 'unit', title: 'Starts at boot', check: checkUnit },
  { name: 'files', title: 'File permissions', check: checkFiles },
];
