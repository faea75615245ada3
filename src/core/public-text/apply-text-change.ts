import type { WriteContext } from '#area/context.ts';
import { applyAlertWords } from './alert-words/count-alerts.ts';
import { recordHashtags } from './hashtags/record-hashtags.ts';
import { applyMentions } from './mentions/count-mentions.ts';
import type { TextChange } from './text-change.ts';

/** Applies all effects of the words in a public text. The calling area has saved the post in this transaction. */
export function applyTextChange(context: WriteContext, change: TextChange): void {
  if (change.before === change.after) return;
  applyMentions(context, change);
  applyAlertWords(context, change);
  recordHashtags(context, change);
}
