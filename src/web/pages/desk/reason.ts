import * as v from 'valibot';
import { type ModeratorReason, moderatorReasons } from '#area/moderated.ts';
import { fezApi } from '#features/fez/api.ts';
import { createFields } from '../../frame/forms.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import type { Visit, VisitWith } from '../../visit.ts';

/** What a form tells the author; both are empty if nothing is to be sent. */
export const reasonForm = { reason: v.optional(v.string()), message: v.optional(v.string()) };

/** The reasons in the list, and in the moderators' log. */
export const reasonWords: Readonly<Record<ModeratorReason, string>> = {
  unkind: 'Unkind',
  offTopic: 'Off topic',
  private: 'Shows something private',
  spam: 'Spam or advertising',
  illegal: 'Against the law',
  other: 'Something else',
};

/** The fields with which a moderator tells the author why; nothing while the feature is off. */
export function reasonFields<Action extends string>(
  visit: Pick<Visit, 'failure' | 'isOpen'> & VisitWith<Action>,
  action: Action,
): Html {
  if (!visit.isOpen(fezApi.conversation)) return nothing;
  const { field, choice, trouble } = createFields(visit, action);
  return html`${trouble()}<fieldset><legend>Tell the author why</legend>
${choice({ name: 'reason', label: 'Reason', options: [['', 'Send nothing'], ...moderatorReasons.map((word) => [word, reasonWords[word]] as const)] })}
${field({ name: 'message', label: 'In your words', isMultiline: true, maxLength: 500, hint: 'Optional. Sent as the moderators, with the content; the author can reply.' })}</fieldset>`;
}
