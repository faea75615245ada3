import type { Feature } from '#contract/features.ts';
import type { Notification } from '#core/notifications/index.ts';

/** The area's name in summaries. */
export const publicTextArea = 'public-text';

/** The places of public posts. Post ids are unique within a place. */
export const places = ['forum', 'microblog'] as const;
export type Place = (typeof places)[number];

/** Counters for mentions: of a user in one place, or of their team in the forums. */
export const mentionCounters = ['forum', 'microblog', 'moderator', 'devteam'] as const;
export type MentionCounter = (typeof mentionCounters)[number];

/** The differences between places, including the notifications they send (fez, Notification types). */
export interface PlaceRules {
  readonly feature: Feature;
  /** Used in texts for users. */
  readonly label: string;
  readonly mentionType: Notification['type'];
  readonly alertWordType: Notification['type'];
  /** Whether mentions of a shared account reach its team (forums rules B56 and B72). */
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

/** Lists the counters that a post in this place can raise. */
export const listCounters = (place: Place): readonly MentionCounter[] =>
  placeRules[place].hasTeamMentions ? [place, 'moderator', 'devteam'] : [place];
