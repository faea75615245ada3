import { type Area, area } from '#area/area.ts';
import { moderationApi } from './api.ts';
import { buildContentApi, contentHandlers } from './content.ts';
import { moderationHandlers } from './handlers.ts';

/** The moderators' calls, with those for every kind of content that these areas expose to them. */
export function createModerationArea(areas: readonly Area[]): Area {
  const kinds = areas.flatMap(({ moderated = [] }) => moderated);
  return area({
    name: 'moderation',
    api: { ...moderationApi, ...buildContentApi(kinds) },
    handlers: (context) => ({ ...moderationHandlers(context), ...contentHandlers(context, kinds) }),
  });
}
