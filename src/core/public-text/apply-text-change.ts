import type { WriteContext } from '#area/context.ts';
import { applyAlertWords } from './alert-words/count-alerts.ts';
import { recordHashtags } from './hashtags/record-hashtags.ts';
import { applyMentions } from './mentions/count-mentions.ts';
import type { TextChange } from './text-change.ts';

/** Applies all effects of the words in a public text. The calling area has saved the post in this transaction. */
export function applyTextChange(context: WriteContext, change: TextChange): void {
  const { before, after, descriptions } = change;
  if (before !== after) {
    applyMentions(context, change);
    recordHashtags(context, change);
  } else if (descriptions?.before === descriptions?.after) return;
  applyAlertWords(context, {
    ...change,
    before: `${before}\n${descriptions?.before ?? ''}`,
    after: `${after}\n${descriptions?.after ?? ''}`,
  });
}
