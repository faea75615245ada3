import * as v from 'valibot';
import {
  instant,
  instantInput,
  integerBetween,
  line,
  list,
  optionalInput,
  Paginator,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { ImageUploadData, shownDescription } from '#core/images/records.ts';
import { UserHeader } from '#core/users/records.ts';
import { EventData, PerformerHeaderData } from '#features/schedule/records.ts';

/** The default number of performers on a page of a list. */
export const defaultOfficialPage = 50;
export const defaultShadowPage = 100;
/** The number of events that one passenger may hold (schedule rule 69). */
export const maxOwnEvents = 5;
/** The maximum number of entries in a bulk list (decision 85). */
export const maxBulkPerformers = 5_000;
/** In bytes. The longest known biography has 80,000. */
export const performerBodyLimit = 96 * 1024;
/** The size limit in bytes of a body with a file or a bulk list (core rule 10). */
export const fileBodyLimit = 10 * 1024 * 1024;

const maxName = 200;
const maxBio = 20_000;
const maxAddress = 2_000;
const maxItems = 500;

/** The URL of a page. Clients show it as a link, so only http and https are safe: other schemes could run code. */
const webAddress = (name: string) =>
  v.pipe(
    line(name, 0, maxAddress),
    v.check(
      (value) => !/^\s*[a-z][a-z0-9+.-]*:/i.test(value) || /^\s*https?:\/\//i.test(value),
      `The ${name} must be an http or https address.`,
    ),
  );

/** The texts of a profile, all optional. */
const textFields = {
  pronouns: v.pipe(optionalInput(line('pronouns', 0, maxName)), v.description('Pronouns of the performer')),
  bio: v.pipe(optionalInput(text('bio', 0, maxBio)), v.description('Biography of the performer')),
  organization: v.pipe(optionalInput(line('organization', 0, maxName)), v.description('Organization of the performer')),
  title: v.pipe(optionalInput(line('title', 0, maxName)), v.description('Professional title of the performer')),
  website: v.pipe(optionalInput(webAddress('website')), v.description('Address of a web page')),
  facebookURL: v.pipe(optionalInput(webAddress('facebookURL')), v.description('Address of a web page')),
  xURL: v.pipe(optionalInput(webAddress('xURL')), v.description('Address of a web page')),
  instagramURL: v.pipe(optionalInput(webAddress('instagramURL')), v.description('Address of a web page')),
  youtubeURL: v.pipe(optionalInput(webAddress('youtubeURL')), v.description('Address of a web page')),
};
export type PerformerText = keyof typeof textFields;

/** The names of these texts, in bodies, records and the table. */
export const performerTexts = Object.keys(textFields) as PerformerText[];

/** Returns something for each of these texts. */
export const mapPerformerTexts = <Value>(build: (name: PerformerText) => Value) =>
  Object.fromEntries(performerTexts.map((name) => [name, build(name)])) as Record<PerformerText, Value>;

/** A performer's event as scraped from a website, in port time. */
const ScrapedPerformerEventReferenceData = record('ScrapedPerformerEventReferenceData', {
  uid: v.pipe(v.optional(v.string()), v.description('UID in calendar files')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  startTime: v.pipe(instant, v.description('When it starts, in the time zone of the home port')),
});

/** A performer's profile with their events. */
export const PerformerData = record('PerformerData', {
  header: v.pipe(PerformerHeaderData, v.description('Name and picture')),
  photoDescription: shownDescription,
  ...mapPerformerTexts((name) =>
    v.pipe(v.optional(v.string()), v.description(v.getDescription(textFields[name]) ?? '')),
  ),
  yearsAttended: v.pipe(
    v.array(wholeNumber),
    v.description('Years in which the performer was aboard, in ascending order'),
  ),
  alternativeNames: v.pipe(
    v.optional(v.array(v.string())),
    v.description('Other names by which the performer is found'),
  ),
  scrapedEventRefs: v.pipe(
    v.array(ScrapedPerformerEventReferenceData),
    v.description('Events of the performer as a website lists them, in the time zone of the home port'),
  ),
  events: v.pipe(v.array(EventData), v.description('Events, ordered by start')),
  user: v.pipe(v.optional(UserHeader), v.description('Owner of the account')),
});
export type PerformerData = v.InferOutput<typeof PerformerData>;

/** One page of a list of performers. */
export const PerformerResponseData = record('PerformerResponseData', {
  performers: v.pipe(v.array(PerformerHeaderData), v.description('A page of performers')),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
});
export type PerformerResponseData = v.InferOutput<typeof PerformerResponseData>;

const year = integerBetween('The yearsAttended must be four-digit years.', { minimum: 1000, maximum: 9999 });

/** The profile fields that forms and bulk lists share. */
const profileFields = {
  ...textFields,
  alternativeNames: v.pipe(
    optionalInput(list('alternativeNames', line('alternativeNames', 0, maxName), maxItems)),
    v.description('Other names by which the performer is found'),
  ),
};

/** A profile form. It replaces everything that is stored (schedule rule 70). */
export const PerformerUploadData = inputRecord('PerformerUploadData', {
  performerID: v.pipe(optionalInput(uuid), v.description('Id of the performer to replace; absent to add one')),
  name: v.pipe(line('name', 1, maxName), v.description('Name of the performer')),
  ...profileFields,
  photo: v.pipe(ImageUploadData, v.description('The picture; without one, the current picture is removed')),
  isOfficialPerformer: v.pipe(
    v.boolean(),
    v.description('Whether the performer is official, instead of a passenger who hosts an event'),
  ),
  yearsAttended: v.pipe(
    list('yearsAttended', year, maxItems),
    v.description('Years in which the performer was aboard, in ascending order'),
  ),
  /** Only for the user file. */
  eventUIDs: v.pipe(
    list('eventUIDs', line('eventUIDs', 0, 255), maxItems),
    v.description('UIDs of events in calendar files; only read from a user file'),
  ),
});
export type PerformerUploadData = v.InferOutput<typeof PerformerUploadData>;

/** An entry of a bulk list: PerformerData, of which only some fields are read. */
export const BulkPerformerData = inputRecord('BulkPerformerData', {
  header: v.pipe(
    inputRecord('BulkPerformerHeaderData', {
      /** Entries without a name are ignored (decision 83). */
      name: v.pipe(line('name', 0, maxName), v.description('Name of the performer; entries without one are skipped')),
      /** URL of a picture. */
      photo: v.pipe(optionalInput(line('photo', 0, maxAddress)), v.description('Address of a picture')),
    }),
    v.description('Name and picture of the performer'),
  ),
  ...profileFields,
  yearsAttended: v.pipe(
    optionalInput(list('yearsAttended', year, maxItems)),
    v.description('Years in which the performer was aboard, in ascending order'),
  ),
  scrapedEventRefs: v.pipe(
    optionalInput(
      list(
        'scrapedEventRefs',
        inputRecord('BulkPerformerEventData', {
          uid: v.pipe(optionalInput(line('uid', 0, 255)), v.description('UID in calendar files')),
          title: v.pipe(line('title', 0, 1_000), v.description('Title, in one line')),
          startTime: v.pipe(instantInput, v.description('When it starts, in the time zone of the home port')),
        }),
        maxItems,
      ),
    ),
    v.description('Events of the performer as a website lists them, in the time zone of the home port'),
  ),
});
export type BulkPerformerData = v.InferOutput<typeof BulkPerformerData>;

/** A link that applying the list would add, or an event that wasn't found (schedule rule 79). */
export const PerformerEventLinkPreviewData = record('PerformerEventLinkPreviewData', {
  performerName: v.pipe(v.string(), v.description('Name of the performer')),
  eventTitle: v.pipe(v.string(), v.description('Title of the event')),
  eventStartTime: v.pipe(v.string(), v.description('When the event starts, formatted for people')),
  eventLocation: v.pipe(v.optional(v.string()), v.description('Location of the event')),
});
export type PerformerEventLinkPreviewData = v.InferOutput<typeof PerformerEventLinkPreviewData>;

/** The change to one field of a profile. */
export const PerformerProfileFieldChangeData = record('PerformerProfileFieldChangeData', {
  fieldName: v.pipe(v.string(), v.description('Name of the field')),
  oldValue: v.pipe(v.string(), v.description('Current value')),
  newValue: v.pipe(v.string(), v.description('New value')),
});
export type PerformerProfileFieldChangeData = v.InferOutput<typeof PerformerProfileFieldChangeData>;

/** The changes to one profile. */
export const UpdatedPerformerData = record('UpdatedPerformerData', {
  header: v.pipe(PerformerHeaderData, v.description('Name and picture')),
  changedFields: v.pipe(v.array(PerformerProfileFieldChangeData), v.description('Each field that changes')),
});
export type UpdatedPerformerData = v.InferOutput<typeof UpdatedPerformerData>;

/** The difference between a bulk list and the stored data. */
export const PerformerUpdateDifferenceData = record('PerformerUpdateDifferenceData', {
  newPerformers: v.pipe(v.array(PerformerData), v.description('New performers')),
  updatedPerformers: v.pipe(v.array(UpdatedPerformerData), v.description('Changed performers')),
  unchangedCount: v.pipe(wholeNumber, v.description('Number of unchanged performers')),
  eventLinksToAdd: v.pipe(
    v.array(PerformerEventLinkPreviewData),
    v.description('Links between performers and events that would be added'),
  ),
  unmatchedScrapedEvents: v.pipe(
    v.array(PerformerEventLinkPreviewData),
    v.description('Events in the list that aren’t known'),
  ),
  notInSourcePerformers: v.pipe(v.array(PerformerHeaderData), v.description('Performers missing from the list')),
});
export type PerformerUpdateDifferenceData = v.InferOutput<typeof PerformerUpdateDifferenceData>;
