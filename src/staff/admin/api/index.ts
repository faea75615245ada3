import { registrationCodesApi } from './registration-codes.ts';
import { rolesApi } from './roles.ts';
import { serverSettingsApi } from './server-settings.ts';
import { staffLevelsApi } from './staff-levels.ts';

/** All calls of administrators, managers of accounts and the office. */
export const adminApi = { ...serverSettingsApi, ...staffLevelsApi, ...rolesApi, ...registrationCodesApi };
