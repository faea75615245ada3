import * as v from 'valibot';
import { invalidField } from '#contract/errors.ts';
import { type FezData, type FezType, groupTypes, kinds } from '#features/fez/records.ts';
import { fieldsOf } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import type { Visit } from '../../visit.ts';

/** What a form about a chat or appointment holds. */
export const chatFields = {
  fezType: v.picklist(Object.keys(kinds) as FezType[]),
  title: v.string(),
  info: v.optional(v.string(), ''),
  starts: v.optional(v.string(), ''),
  ends: v.optional(v.string(), ''),
  location: v.optional(v.string(), ''),
  minCapacity: v.optional(v.pipe(v.string(), v.transform(Number)), '0'),
  maxCapacity: v.optional(v.pipe(v.string(), v.transform(Number)), '0'),
  isUnlisted: v.optional(v.string()),
};

interface ChatForm {
  readonly fezType: FezType;
  readonly title: string;
  readonly info: string;
  readonly starts: string;
  readonly ends: string;
  readonly location: string;
  readonly minCapacity: number;
  readonly maxCapacity: number;
  readonly isUnlisted?: string | undefined;
}

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/**
 * Reads the form as the body of the calls. Throws 400 for a time that can't be read, and for an end before the beginning:
 * the calls accept that, since existing apps may send it.
 */
export function readChatForm({ clock }: Pick<Visit, 'clock'>, form: ChatForm) {
  const { fezType, title, info, minCapacity, maxCapacity } = form;
  const [startTime, endTime] = [clock.read(form.starts), clock.read(form.ends)];
  if (startTime && endTime && endTime < startTime)
    throw invalidField('ends', 'This is before it begins. Choose a later time, or an earlier one to begin at.');
  return {
    fezType,
    title,
    info,
    startTime: startTime?.toISOString(),
    endTime: endTime?.toISOString(),
    location: filled(form.location),
    minCapacity,
    maxCapacity,
    ...(form.isUnlisted !== undefined && { visibility: 'unlisted' as const }),
  };
}

/** What is filled in before. */
type Shown = { readonly [Field in keyof FezData]?: FezData[Field] | undefined };

/** The fields for a chat or appointment of this kind, as it stands. */
export function showChatFields(
  visit: Pick<Visit, 'failure' | 'clock'>,
  action: string,
  type: FezType,
  shown?: Shown,
): Html {
  const { field, choice } = fieldsOf(visit, action);
  const kind = kinds[type];
  const isGroup = kind.group === 'lfg';
  const typeField = isGroup
    ? choice({
        name: 'fezType',
        label: 'What for',
        value: shown?.fezType ?? type,
        options: groupTypes.map((one) => [one, kinds[one].label] as const),
      })
    : html`<input type="hidden" name="fezType" value="${type}">`;
  return html`${typeField}
${field({ name: 'title', label: kind.isAppointment ? 'What' : 'About', value: shown?.title, isRequired: true, minLength: 2, maxLength: 100 })}
${when(kind.isAppointment, () => appointmentFields(visit, action, type, shown))}`;
}

function appointmentFields(
  visit: Pick<Visit, 'failure' | 'clock'>,
  action: string,
  type: FezType,
  shown: Shown | undefined,
): Html {
  const { clock } = visit;
  const { field, check } = fieldsOf(visit, action);
  const { group, visibilities } = kinds[type];
  const time = (name: string, label: string, at: Date | undefined) =>
    field({ name, label, type: 'datetime-local', value: at && clock.write(at), isRequired: true, hint: 'Ship time' });
  const capacity = (name: string, label: string, value: number | undefined, hint: string) =>
    field({ name, label, type: 'number', value: String(value ?? 0), isRequired: true, hint });
  return html`${field({ name: 'info', label: 'More about it', value: shown?.info, isMultiline: true, isRequired: true, minLength: 2, maxLength: 2048 })}
${time('starts', 'Begins', shown?.startTime)}
${time('ends', 'Ends', shown?.endTime)}
${field({ name: 'location', label: 'Where', value: shown?.location, isRequired: true, minLength: 3, maxLength: 200 })}
${group === 'lfg' ? html`${capacity('minCapacity', 'At least so many people', shown?.minParticipants, 'You among them')}${capacity('maxCapacity', 'At most so many', shown?.maxParticipants, '0 when it does not matter')}` : nothing}
${visibilities.includes('unlisted') ? check({ name: 'isUnlisted', label: 'Whoever has its address may look', isChecked: shown?.visibility === 'unlisted' }) : nothing}`;
}
