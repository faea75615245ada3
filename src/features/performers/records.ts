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
import { ImageUploadData } from '#core/images/records.ts';
import { UserHeader } from '#core/users/records.ts';
import { EventData, PerformerHeaderData } from '#features/schedule/records.ts';

/** Performers on a page of a list, unless the caller asks for another number. */
export const defaultOfficialPage = 50;
export const defaultShadowPage = 100;
/** Events that one passenger may hold (schedule rule 69). */
export const maxOwnEvents = 5;
/** Entries of a bulk list (decision 85). */
export const maxBulkPerformers = 5_000;
/** Bytes: the longest biography has 80,000. */
export const performerBodyLimit = 96 * 1024;
/** Bytes of a body that carries a file or a bulk list (core rule 10). */
export const fileBodyLimit = 10 * 1024 * 1024;

const maxName = 200;
const maxBio = 20_000;
const maxAddress = 2_000;
const maxItems = 500;

/** A performer's event as whoever scraped a website found it, in port time. */
const ScrapedPerformerEventReferenceData = record('ScrapedPerformerEventReferenceData', {
  uid: v.optional(v.string()),
  title: v.string(),
  startTime: instant,
});

/** A performer's profile with their events. */
export const PerformerData = record('PerformerData', {
  header: PerformerHeaderData,
  pronouns: v.optional(v.string()),
  bio: v.optional(v.string()),
  organization: v.optional(v.string()),
  title: v.optional(v.string()),
  website: v.optional(v.string()),
  facebookURL: v.optional(v.string()),
  xURL: v.optional(v.string()),
  instagramURL: v.optional(v.string()),
  youtubeURL: v.optional(v.string()),
  yearsAttended: v.array(wholeNumber),
  alternativeNames: v.optional(v.array(v.string())),
  scrapedEventRefs: v.array(ScrapedPerformerEventReferenceData),
  events: v.array(EventData),
  user: v.optional(UserHeader),
});
export type PerformerData = v.InferOutput<typeof PerformerData>;

/** One page of a list of performers. */
export const PerformerResponseData = record('PerformerResponseData', {
  performers: v.array(PerformerHeaderData),
  paginator: Paginator,
});
export type PerformerResponseData = v.InferOutput<typeof PerformerResponseData>;

/** The address of a page, which clients show as a link: one of another kind than http could run as a program. */
const webAddress = (name: string) =>
  v.pipe(
    line(name, 0, maxAddress),
    v.check(
      (value) => !/^\s*[a-z][a-z0-9+.-]*:/i.test(value) || /^\s*https?:\/\//i.test(value),
      `The ${name} must be an http or https address.`,
    ),
  );

const year = integerBetween('The yearsAttended must be years of four digits.', { minimum: 1000, maximum: 9999 });

/** What forms and bulk lists say of a profile alike. */
const profileFields = {
  pronouns: optionalInput(line('pronouns', 0, maxName)),
  bio: optionalInput(text('bio', 0, maxBio)),
  organization: optionalInput(line('organization', 0, maxName)),
  title: optionalInput(line('title', 0, maxName)),
  website: optionalInput(webAddress('website')),
  facebookURL: optionalInput(webAddress('facebookURL')),
  xURL: optionalInput(webAddress('xURL')),
  instagramURL: optionalInput(webAddress('instagramURL')),
  youtubeURL: optionalInput(webAddress('youtubeURL')),
  alternativeNames: optionalInput(list('alternativeNames', line('alternativeNames', 0, maxName), maxItems)),
};

/** A profile as a form sends it; all of it replaces what is stored (schedule rule 70). */
export const PerformerUploadData = inputRecord('PerformerUploadData', {
  performerID: optionalInput(uuid),
  name: line('name', 1, maxName),
  ...profileFields,
  photo: ImageUploadData,
  isOfficialPerformer: v.boolean(),
  yearsAttended: list('yearsAttended', year, maxItems),
  /** For the user file alone. */
  eventUIDs: list('eventUIDs', line('eventUIDs', 0, 255), maxItems),
});
export type PerformerUploadData = v.InferOutput<typeof PerformerUploadData>;

/** An entry of a bulk list: PerformerData, of which some parts are read. */
export const BulkPerformerData = inputRecord('BulkPerformerData', {
  header: inputRecord('BulkPerformerHeaderData', {
    /** Without one the entry is passed over (decision 83). */
    name: line('name', 0, maxName),
    /** Address of a picture. */
    photo: optionalInput(line('photo', 0, maxAddress)),
  }),
  ...profileFields,
  yearsAttended: optionalInput(list('yearsAttended', year, maxItems)),
  scrapedEventRefs: optionalInput(
    list(
      'scrapedEventRefs',
      inputRecord('BulkPerformerEventData', {
        uid: optionalInput(line('uid', 0, 255)),
        title: line('title', 0, 1_000),
        startTime: instantInput,
      }),
      maxItems,
    ),
  ),
});
export type BulkPerformerData = v.InferOutput<typeof BulkPerformerData>;

/** A link that applying would add, or an event that is not known (schedule rule 79). */
export const PerformerEventLinkPreviewData = record('PerformerEventLinkPreviewData', {
  performerName: v.string(),
  eventTitle: v.string(),
  eventStartTime: v.string(),
  eventLocation: v.optional(v.string()),
});
export type PerformerEventLinkPreviewData = v.InferOutput<typeof PerformerEventLinkPreviewData>;

/** What becomes of one field of a profile. */
export const PerformerProfileFieldChangeData = record('PerformerProfileFieldChangeData', {
  fieldName: v.string(),
  oldValue: v.string(),
  newValue: v.string(),
});
export type PerformerProfileFieldChangeData = v.InferOutput<typeof PerformerProfileFieldChangeData>;

/** What becomes of one profile. */
export const UpdatedPerformerData = record('UpdatedPerformerData', {
  header: PerformerHeaderData,
  changedFields: v.array(PerformerProfileFieldChangeData),
});
export type UpdatedPerformerData = v.InferOutput<typeof UpdatedPerformerData>;

/** How a bulk list differs from what is stored. */
export const PerformerUpdateDifferenceData = record('PerformerUpdateDifferenceData', {
  newPerformers: v.array(PerformerData),
  updatedPerformers: v.array(UpdatedPerformerData),
  unchangedCount: wholeNumber,
  eventLinksToAdd: v.array(PerformerEventLinkPreviewData),
  unmatchedScrapedEvents: v.array(PerformerEventLinkPreviewData),
  notInSourcePerformers: v.array(PerformerHeaderData),
});
export type PerformerUpdateDifferenceData = v.InferOutput<typeof PerformerUpdateDifferenceData>;
