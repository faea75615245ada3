import { type Caller, includesAccess, isAtLeast } from '#contract/access.ts';
import { type Endpoint, listRouteVariants } from '#contract/endpoint.ts';
import { createLowDiskError, isStepRefused, type LowDiskLevel } from '#contract/low-disk.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';

/** Returns the level from which on the call is rejected; undefined if it always works. */
export function findRejectingLevel(declaration: Endpoint): LowDiskLevel | undefined {
  if (declaration.file || declaration.fileMember !== undefined) return 'pictures';
  if (declaration.begins) return 'beginnings';
  // Deleting frees space.
  const isHarmless = listRouteVariants(declaration).some(({ method }) => method === 'GET' || method === 'DELETE');
  return isHarmless || declaration.isAllowedOnLowDisk ? undefined : 'writing';
}

const getRejectingLevel = computeOncePerObject(findRejectingLevel);

/** Calls by the staff and the crew's services are never rejected. */
const isStaffCall = ({ access }: Endpoint, caller: Caller | undefined): boolean =>
  includesAccess(access, 'role') ||
  includesAccess(access, 'service-basic') ||
  (caller !== undefined && isAtLeast(caller.level, 'client'));

/** Throws 503 if disk space is too low for what the call stores (core rule 128). */
export function assertDiskSpace(
  declaration: Endpoint,
  caller: Caller | undefined,
  reached: LowDiskLevel | undefined,
): void {
  if (reached === undefined) return;
  const step = getRejectingLevel(declaration);
  if (step && isStepRefused(step, reached) && !isStaffCall(declaration, caller)) throw createLowDiskError(reached);
}

/** Like `assertDiskSpace`, for the pictures in a body. */
export function assertDiskSpaceForPictures(
  declaration: Endpoint,
  caller: Caller | undefined,
  reached: LowDiskLevel | undefined,
): void {
  if (isStepRefused('pictures', reached) && !isStaffCall(declaration, caller))
    throw createLowDiskError(reached ?? 'pictures');
}
