import * as v from 'valibot';
import { accessLevels } from '#contract/access.ts';
import { instant, line, list, optionalInput, text, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';

/** A sign that the service works; clients poll it while they start (core rule 106). */
export const HealthResponse = record('HealthResponse', {
  status: v.pipe(wholeNumber, v.description('Status of the response')),
  reason: v.pipe(v.string(), v.description('What works and what doesn’t')),
  error: v.pipe(v.literal(false), v.description('Always false')),
});
export type HealthResponse = v.InferOutput<typeof HealthResponse>;

/** What a client needs to know about this server before login (core rule 107). */
export const ClientSettingsData = record('ClientSettingsData', {
  canonicalHostnames: v.pipe(v.array(v.string()), v.description('Host names whose links lead to this server')),
  cruiseStartDate: v.pipe(instant, v.description('Midnight of embarkation day, in the time zone of the home port')),
  cruiseLengthInDays: v.pipe(wholeNumber, v.description('Days of the sailing, including the first and the last')),
  portTimeZoneID: v.pipe(v.string(), v.description('IANA name of the time zone of the home port')),
  portTimeZoneAbbrev: v.pipe(v.string(), v.description('Abbreviation of the time zone of the home port')),
  portTimeZoneOffset: v.pipe(wholeNumber, v.description('Offset of the home port from UTC, in seconds')),
  scheduleUpdateURL: v.pipe(v.string(), v.description('Address of the schedule; empty if there’s none')),
  shipWifiSSID: v.pipe(v.optional(v.string()), v.description('Name of the ship’s Wi-Fi; absent if none is set')),
  enablePreregistration: v.pipe(
    v.boolean(),
    v.description('Whether passengers may use the pre-registration calls before the sailing'),
  ),
  minAccessLevel: v.pipe(v.picklist(accessLevels), v.description('Minimum access level now')),
  maxForumPostImages: v.pipe(wholeNumber, v.description('Maximum number of pictures in a forum post')),
  maxImageSize: v.pipe(wholeNumber, v.description('Maximum size of a picture in bytes, before base64')),
  photostreamUploadRateLimit: v.pipe(
    wholeNumber,
    v.description('Minimum time between two photos of one person, in seconds'),
  ),
  installationID: v.pipe(
    v.string(),
    v.description('Id of this installation; if it changes, clients must discard everything they stored'),
  ),
});
export type ClientSettingsData = v.InferOutput<typeof ClientSettingsData>;

const AlertmanagerAlert = inputRecord('AlertmanagerAlert', {
  /** This and the name are in the title of the chat. */
  status: v.pipe(line('status', 0, 50), v.description('State of the alert, shown in the title of the chat')),
  labels: v.pipe(
    inputRecord('AlertmanagerLabels', {
      alertname: v.pipe(
        optionalInput(line('alertname', 0, 200)),
        v.description('Name of the alert, shown in the title of the chat'),
      ),
    }),
    v.description('Labels of the alert'),
  ),
  /** Comma-separated usernames, and the text of the message. */
  annotations: v.pipe(
    inputRecord('AlertmanagerAnnotations', {
      participants: v.pipe(
        optionalInput(text('participants', 0, 10_000)),
        v.description('Usernames to notify, separated by commas'),
      ),
      summary: v.pipe(optionalInput(text('summary', 0, 2047)), v.description('Text of the message')),
    }),
    v.description('Who to notify, and of what'),
  ),
});
export type AlertmanagerAlert = v.InferOutput<typeof AlertmanagerAlert>;

/** The webhook payload of Prometheus' Alertmanager; other fields are ignored (core, Records). */
export const AlertmanagerWebhookPayload = inputRecord('AlertmanagerWebhookPayload', {
  alerts: v.pipe(list('alerts', AlertmanagerAlert, 500), v.description('Alerts to report')),
});
