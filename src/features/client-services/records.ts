import * as v from 'valibot';
import { accessLevels } from '#contract/access.ts';
import { instant, line, list, optionalInput, text, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';

/** Says that the service works; clients poll it while they start (core rule 106). */
export const HealthResponse = record('HealthResponse', {
  status: wholeNumber,
  reason: v.string(),
  error: v.literal(false),
});
export type HealthResponse = v.InferOutput<typeof HealthResponse>;

/** What a client must know of this server before any login (core rule 107). */
export const ClientSettingsData = record('ClientSettingsData', {
  canonicalHostnames: v.array(v.string()),
  cruiseStartDate: instant,
  cruiseLengthInDays: wholeNumber,
  portTimeZoneID: v.string(),
  portTimeZoneAbbrev: v.string(),
  portTimeZoneOffset: wholeNumber,
  scheduleUpdateURL: v.string(),
  shipWifiSSID: v.optional(v.string()),
  enablePreregistration: v.boolean(),
  minAccessLevel: v.picklist(accessLevels),
  maxForumPostImages: wholeNumber,
  maxImageSize: wholeNumber,
  photostreamUploadRateLimit: wholeNumber,
  installationID: v.string(),
});
export type ClientSettingsData = v.InferOutput<typeof ClientSettingsData>;

const AlertmanagerAlert = inputRecord('AlertmanagerAlert', {
  /** This and the name stand in the title of the chat. */
  status: line('status', 0, 50),
  labels: inputRecord('AlertmanagerLabels', { alertname: optionalInput(line('alertname', 0, 200)) }),
  /** Usernames joined by commas, and the text of the message. */
  annotations: inputRecord('AlertmanagerAnnotations', {
    participants: optionalInput(text('participants', 0, 10_000)),
    summary: optionalInput(text('summary', 0, 2047)),
  }),
});
export type AlertmanagerAlert = v.InferOutput<typeof AlertmanagerAlert>;

/** What Prometheus' Alertmanager posts to a webhook; the rest of it is not read (core, Records). */
export const AlertmanagerWebhookPayload = inputRecord('AlertmanagerWebhookPayload', {
  alerts: list('alerts', AlertmanagerAlert, 500),
});
