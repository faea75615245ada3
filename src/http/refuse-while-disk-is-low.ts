import { type Caller, includesAccess, isAtLeast } from '#contract/access.ts';
import { type Endpoint, listRouteVariants } from '#contract/endpoint.ts';
import { createLowDiskError, isRefusedAt, type LowDiskLevel } from '#contract/low-disk.ts';
import { createOnceFor } from '#platform/limits/once-for.ts';

/** The step from which on a call is rejected; undefined for one that goes on however low the disk is. */
function findStep(declaration: Endpoint): LowDiskLevel | undefined {
  if (declaration.file || declaration.fileMember !== undefined) return 'pictures';
  if (declaration.begins) return 'beginnings';
  // What deletes makes space.
  const isHarmless = listRouteVariants(declaration).some(({ method }) => method === 'GET' || method === 'DELETE');
  return isHarmless || declaration.isNeverShed ? undefined : 'writing';
}

const getStep = createOnceFor(findStep);

/** The staff and the services of the crew go on. */
const isOfCrew = ({ access }: Endpoint, caller: Caller | undefined): boolean =>
  includesAccess(access, 'role') ||
  includesAccess(access, 'service-basic') ||
  (caller !== undefined && isAtLeast(caller.level, 'client'));

/** Throws 503 where the disk has no room for what the call stores (core rule 128). */
export function assertRoom(declaration: Endpoint, caller: Caller | undefined, reached: LowDiskLevel | undefined): void {
  if (reached === undefined) return;
  const step = getStep(declaration);
  if (step && isRefusedAt(step, reached) && !isOfCrew(declaration, caller)) throw createLowDiskError(reached);
}

/** As `assertRoom`, for the pictures that a body carries. */
export function assertRoomForPictures(
  declaration: Endpoint,
  caller: Caller | undefined,
  reached: LowDiskLevel | undefined,
): void {
  if (isRefusedAt('pictures', reached) && !isOfCrew(declaration, caller))
    throw createLowDiskError(reached ?? 'pictures');
}
