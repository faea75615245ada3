import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { type Endpoint, listFeatures } from '#contract/endpoint.ts';
import { forbidden } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import { unauthenticated } from './authenticate.ts';

/** Switches that administrators can change while the service runs; provided by the settings. */
export interface FeatureSwitches {
  /** Stays the same object until a switch changes. */
  state(): object;
  serverMinimum(): { readonly level: AccessLevel; readonly preregistration: boolean };
  /** Throws 451 while the feature is switched off for this caller. */
  assertFeatureEnabled(caller: Caller | undefined, feature: Feature): void;
}

type AccessRules = Pick<Endpoint, 'access' | 'feature' | 'preregistration' | 'ignoresServerMinimum'>;

/** Applies the server minimum level and the feature switches, in this order (core rules 30 to 32). */
export function authorize(guarded: AccessRules, caller: Caller | undefined, switches: FeatureSwitches): void {
  if (isSubjectToMinimumLevel(guarded)) assertMinimumLevel(guarded, caller, switches);
  for (const feature of listFeatures(guarded)) switches.assertFeatureEnabled(caller, feature);
}

/**
 * Open, service and login calls are exempt from the minimum level: login checks it itself once it knows the account
 * (core rule 40).
 */
function isSubjectToMinimumLevel({ access, ignoresServerMinimum }: AccessRules): boolean {
  return !ignoresServerMinimum && access.kind !== 'open' && access.kind !== 'basic' && access.kind !== 'service-basic';
}

function assertMinimumLevel(guarded: AccessRules, caller: Caller | undefined, switches: FeatureSwitches): void {
  const { level, preregistration } = switches.serverMinimum();
  if (level === 'banned' || (preregistration && guarded.preregistration)) return;
  if (!caller) throw unauthenticated();
  if (!isAtLeast(caller.level, level))
    throw forbidden('serverClosed', 'The server is not open to your account at the moment.');
}
