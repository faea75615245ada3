import type { Context, WriteContext } from '#area/context.ts';
import type { ModerationState } from '#core/users/tables.ts';
import type { ModeratedContent } from './action-log.ts';

/** Content of one kind as moderators reach it, whatever it is; the area it belongs to offers this. */
export interface Reportable<ID> {
  /** Undefined when it is not there or deleted. */
  find(context: Context, id: ID): ModeratedContent | undefined;
  setState(context: WriteContext, id: ID, state: ModerationState): void;
}
