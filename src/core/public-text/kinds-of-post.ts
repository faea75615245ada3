import type { Feature } from '#contract/features.ts';
import type { Notification } from '#core/notifications/index.ts';

/** Under this name the area counts for summaries. */
export const areaName = 'public-text';

/** Where public posts are. Ids of posts are unique within one of them. */
export const places = ['forum', 'microblog'] as const;
export type Place = (typeof places)[number];

/** What mentions are counted for: those of a user in one place, and those of their team in the forums. */
export const mentionCounters = ['forum', 'microblog', 'moderator', 'devteam'] as const;
export type MentionCounter = (typeof mentionCounters)[number];

/** What differs between the places, and which notifications they send (fez, Notification types). */
export interface PlaceRules {
  readonly feature: Feature;
  /** In texts that users read. */
  readonly label: string;
  readonly mentionType: Notification['type'];
  readonly alertWordType: Notification['type'];
  /** Does a mention of a shared account reach its team? (forums rules B56 and B72) */
  readonly hasTeamMentions: boolean;
}

export const placeRules: Readonly<Record<Place, PlaceRules>> = {
  forum: {
    feature: 'forums',
    label: 'a forum post',
    mentionType: 'forumMention',
    alertWordType: 'alertwordPost',
    hasTeamMentions: true,
  },
  microblog: {
    feature: 'microblog',
    label: 'a microblog post',
    mentionType: 'microblogMention',
    alertWordType: 'alertwordMicroblog',
    hasTeamMentions: false,
  },
};

/** The counters that a post in this place can raise. */
export const listCounters = (place: Place): readonly MentionCounter[] =>
  placeRules[place].hasTeamMentions ? [place, 'moderator', 'devteam'] : [place];
