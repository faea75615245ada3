import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { AppError } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import { getServerSettings } from './settings.ts';

/**
 * Whether the feature is disabled for this caller. Disabling it for all apps disables it in the service itself, for
 * everyone below tho (core rule 30, decision 8). Disabling it for one app is left to that client.
 */
export function isFeatureDisabled(context: Context, caller: Caller | undefined, feature: Feature): boolean {
  const { disabledFeatures } = getServerSettings(context);
  const isOff = disabledFeatures.some(
    (pair) => pair.app === 'all' && (pair.feature === feature || pair.feature === 'all'),
  );
  return isOff && !(caller && isAtLeast(caller.level, 'tho'));
}

/** Throws 451 while the feature is disabled for this caller. */
export function assertFeatureEnabled(context: Context, caller: Caller | undefined, feature: Feature): void {
  if (!isFeatureDisabled(context, caller, feature)) return;
  throw new AppError('featureOff', `The feature ${feature} is switched off.`);
}
