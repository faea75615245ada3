import { type Area, area } from '#area/area.ts';
import { moderationApi } from './api.ts';
import { buildContentApi, contentHandlers } from './content.ts';
import { moderationHandlers } from './handlers.ts';

/** Creates the moderators' calls, including those for each kind of content that these areas let them moderate. */
export function createModerationArea(areas: readonly Area[]): Area {
  const kinds = areas.flatMap(({ moderated = [] }) => moderated);
  return area({
    name: 'moderation',
    api: { ...moderationApi, ...buildContentApi(kinds) },
    handlers: (context) => ({ ...moderationHandlers(context), ...contentHandlers(context, kinds) }),
  });
}
