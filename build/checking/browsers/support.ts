import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SimpleSupportStatement, VersionValue } from '@mdn/browser-compat-data';
import { oldestBrowsers } from './oldest.ts';

/** Features are named as in the compatibility data. */
const browsers = [
  ['chrome', oldestBrowsers.chrome],
  ['chrome_android', oldestBrowsers.chrome],
  ['firefox', oldestBrowsers.firefox],
  ['firefox_android', oldestBrowsers.firefox],
  ['safari', oldestBrowsers.safari],
  ['safari_ios', oldestBrowsers.safari],
] as const;

export const { api, css, javascript } = data;

/** Finds a feature by its path of names, such as `AbortSignal`, `timeout_static`. */
export const findFeature = (from: Identifier | undefined, ...names: string[]): Identifier | undefined =>
  names.reduce<Identifier | undefined>(
    (found, name) => (found && Object.hasOwn(found, name) ? (found[name] as Identifier) : undefined),
    from,
  );

/** Support of a feature in the oldest supported version of a browser. */
export interface Support {
  /** Formats the support, such as `firefox 102 (has it since 121)`. */
  readonly text: string;
  readonly isMissing: boolean;
  /** A later version supports the feature. */
  readonly isNewer: boolean;
}

/** Lists the support in each of the oldest browsers; empty for a feature that isn't in the data. */
export function listSupport(feature: Identifier | undefined): Support[] {
  const support = feature?.__compat?.support;
  if (!support) return [];
  return browsers.map(([browser, version]) => {
    const statements = [support[browser] ?? []].flat().filter((statement) => !isRenamed(statement));
    const added = statements.map(({ version_added }) => version_added).find((since) => isAfter(since, version));
    return {
      text: `${browser} ${version} (${added === undefined ? 'lacks it' : `has it since ${added}`})`,
      isMissing: !statements.some((statement) => isInVersion(statement, version)),
      isNewer: added !== undefined,
    };
  });
}

/** A feature behind a flag or under another name counts as missing. */
const isRenamed = ({ flags, prefix, alternative_name }: SimpleSupportStatement): boolean =>
  flags !== undefined || prefix !== undefined || alternative_name !== undefined;

const isInVersion = ({ version_added, version_removed }: SimpleSupportStatement, version: string): boolean =>
  isAtMost(version_added, version) && (version_removed === undefined || isAfter(version_removed, version));

const isAtMost = (since: VersionValue, version: string): boolean => since !== false && !isAfter(since, version);

const isAfter = (since: VersionValue, version: string): boolean =>
  since === 'preview' ||
  (since !== false && since.replace('≤', '').localeCompare(version, 'en', { numeric: true }) > 0);
