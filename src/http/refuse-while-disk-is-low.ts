import { type Caller, includesAccess, isAtLeast } from '#contract/access.ts';
import { type Endpoint, listRouteVariants } from '#contract/endpoint.ts';
import { createShedError, isShed, type ShedStep } from '#contract/low-disk.ts';

/** The step from which on a call is rejected; undefined for one that goes on however low the disk is. */
function findStep(declaration: Endpoint): ShedStep | undefined {
  if (declaration.file || declaration.fileMember !== undefined) return 'pictures';
  if (declaration.begins) return 'beginnings';
  // What deletes makes space.
  const isHarmless = listRouteVariants(declaration).some(({ method }) => method === 'GET' || method === 'DELETE');
  return isHarmless || declaration.isNeverShed ? undefined : 'writing';
}

const steps = new WeakMap<Endpoint, { step: ShedStep | undefined }>();

function getStep(declaration: Endpoint): ShedStep | undefined {
  const known = steps.get(declaration) ?? { step: findStep(declaration) };
  steps.set(declaration, known);
  return known.step;
}

/** The staff and the services of the crew go on. */
const isOfCrew = ({ access }: Endpoint, caller: Caller | undefined): boolean =>
  includesAccess(access, 'role') ||
  includesAccess(access, 'service-basic') ||
  (caller !== undefined && isAtLeast(caller.level, 'client'));

/** Throws 503 where the disk has no room for what the call stores (core rule 128). */
export function assertRoom(declaration: Endpoint, caller: Caller | undefined, reached: ShedStep | undefined): void {
  if (reached === undefined) return;
  const step = getStep(declaration);
  if (step && isShed(step, reached) && !isOfCrew(declaration, caller)) throw createShedError(reached);
}

/** As `assertRoom`, for the pictures that a body carries. */
export function assertRoomForPictures(
  declaration: Endpoint,
  caller: Caller | undefined,
  reached: ShedStep | undefined,
): void {
  if (isShed('pictures', reached) && !isOfCrew(declaration, caller)) throw createShedError(reached ?? 'pictures');
}
