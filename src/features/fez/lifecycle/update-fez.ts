import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { type FezAccess, getFezAccess } from '../access.ts';
import type { FezContentData } from '../content-records.ts';
import { canChangeType, getNoun, kinds } from '../kinds.ts';
import { fezHistory, saveFezChanges } from '../store.ts';
import type { FezRow } from '../tables.ts';
import { readContent } from './content.ts';
import { fezKind } from './fez-kind.ts';

/** Replaces the content of a fez and undoes a cancellation (fez rules 39 and 40). */
export function updateFez(context: WriteContext, caller: Caller, fezID: string, input: FezContentData): FezAccess {
  const fez = fezKind.getToChange(context, caller, fezID);
  assertAllowedChange(fez, input);
  const content = readContent(context, input);
  if (fezHistory.differs(fez, content)) fezHistory.record(context, caller, fezID, fez);
  saveFezChanges(context, fez, {
    ...content,
    visibility: input.visibility ?? fez.visibility,
    cancelled: false,
    moderationState: fezKind.stateAfterChange(caller, fez),
  });
  fezKind.log(context, caller, 'edit', fez);
  return getFezAccess(context, caller, fezID);
}

function assertAllowedChange(fez: FezRow, input: FezContentData): void {
  const kind = kinds[fez.type];
  const noun = getNoun(kind);
  if (!canChangeType(fez.type, input.fezType)) {
    throw forbidden('featureFixed', `You can't change the type of this ${noun}.`);
  }
  if (!kind.hasOthers && input.initialUsers.length > 0) {
    throw forbidden('membersFixed', `Only its owner can be a member of this ${noun}.`);
  }
  if (!kind.isAppointment && changesMoreThanTitle(fez, input)) {
    throw malformed('You can only change the title of a chat.');
  }
}

function changesMoreThanTitle(fez: FezRow, input: FezContentData): boolean {
  const { info, location, startTime, endTime, minCapacity, maxCapacity } = input;
  return (
    info !== fez.info ||
    (location ?? null) !== fez.location ||
    startTime !== undefined ||
    endTime !== undefined ||
    minCapacity !== fez.minCapacity ||
    maxCapacity !== fez.maxCapacity
  );
}
