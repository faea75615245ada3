import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { SettingsAdminData, SettingsUpdateData } from '../records/server-settings.ts';

/** What administrators set while the service runs (admin rules A1 to A3). */
export const serverSettingsApi = {
  serverSettings: endpoint({
    method: 'GET',
    path: '/admin/serversettings',
    access: minimum('devteam'),
    response: SettingsAdminData,
    summary: 'The server settings in force',
  }),
  changeServerSettings: endpoint({
    method: 'POST',
    path: '/admin/serversettings/update',
    aliases: [{ path: '/events/update' }],
    access: minimum('admin'),
    body: SettingsUpdateData,
    summary: 'Change server settings; those left out stay as they are',
  }),
};
