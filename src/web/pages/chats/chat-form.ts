import * as v from 'valibot';
import { invalidField } from '#contract/errors.ts';
import { fezApi } from '#features/fez/api.ts';
import { type FezData, type FezType, groupTypes, kinds } from '#features/fez/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import type { ValuesOf } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';

// Every kind has a label.
const labels = Object.fromEntries(Object.entries(kinds).map(([type, { label }]) => [type, label])) as Record<
  FezType,
  string
>;

/** The fields of a form about a chat or appointment. */
export const chatFields = {
  ...declareForm(fezApi.create.body.entries, {
    fezType: { label: 'Kind of group', words: labels },
    title: { label: 'Title' },
    info: { label: 'Description', isMultiline: true },
    startTime: { label: 'Starts', byClockOf: 'now' },
    endTime: { label: 'Ends', byClockOf: 'now' },
    location: { label: 'Where' },
    minCapacity: { label: 'Minimum people', hint: 'Including you', otherwise: 0 },
    maxCapacity: { label: 'Maximum people', hint: '0 for no limit', otherwise: 0 },
  }),
  isUnlisted: v.optional(v.string()),
};

/**
 * Parses the form into the body of the calls. Throws 400 if it ends before it begins: the calls accept that, since
 * existing apps may send it.
 */
export function readChatForm({ isUnlisted, ...body }: ValuesOf<typeof chatFields>) {
  const { startTime, endTime } = body;
  if (startTime && endTime && endTime < startTime)
    throw invalidField('endTime', 'The end is before the start. Choose a later end or an earlier start.');
  return { ...body, ...(isUnlisted !== undefined && { visibility: 'unlisted' as const }) };
}

/** Prefilled values. */
type ShownValues = { readonly [Field in keyof FezData]?: FezData[Field] | undefined };

type FormVisit<Action extends string> = Pick<Visit, 'failure' | 'clock'> & VisitWith<Action>;

/** The fields for a chat or appointment of this kind, with its current values. */
export function showChatFields<Action extends string>(
  visit: FormVisit<Action>,
  action: Action,
  type: FezType,
  shown: ShownValues = {},
): Html {
  const { input } = renderInputs(visit, action, chatFields);
  const { group, isAppointment } = kinds[type];
  const options = groupTypes.map((one) => [one, kinds[one].label] as const);
  const typeField =
    group === 'lfg'
      ? input('fezType', shown.fezType ?? type, { options })
      : html`<input type="hidden" name="fezType" value="${type}">`;
  return html`${typeField}
${input('title', shown.title, isAppointment ? { label: 'Title' } : {})}
${when(isAppointment, () => appointmentFields(visit, action, type, shown))}`;
}

function appointmentFields<Action extends string>(
  visit: FormVisit<Action>,
  action: Action,
  type: FezType,
  shown: ShownValues,
): Html {
  const { input, check } = renderInputs(visit, action, chatFields);
  const { group, visibilities } = kinds[type];
  const isRequired = true;
  return html`${input('info', shown.info, { isRequired })}
${input('startTime', shown.startTime, { isRequired })}
${input('endTime', shown.endTime, { isRequired })}
${input('location', shown.location, { isRequired })}
${group === 'lfg' ? html`${input('minCapacity', shown.minParticipants ?? 0)}${input('maxCapacity', shown.maxParticipants ?? 0)}` : nothing}
${visibilities.includes('unlisted') ? check({ name: 'isUnlisted', label: 'Anyone with the link can see this', isChecked: shown.visibility === 'unlisted' }) : nothing}`;
}
