import { registrationCodesApi } from './registration-codes.ts';
import { rolesApi } from './roles.ts';
import { serverSettingsApi } from './server-settings.ts';
import { staffLevelsApi } from './staff-levels.ts';

export const adminApi = { ...serverSettingsApi, ...staffLevelsApi, ...rolesApi, ...registrationCodesApi };
