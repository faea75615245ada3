import type { Identifier } from '@mdn/browser-compat-data';
import { type Block, type CssNode, type Declaration, generate, parse, walk } from 'css-tree';
import { css, findFeature, listSupport } from './support.ts';

/**
 * Finds CSS that the oldest supported browsers don't understand, as `selector { what }: who lacks it`. Skips everything
 * under `@supports`, and a value that follows a supported value of the same property, which old browsers use instead.
 */
export function findNewerStyles(sheet: string): string[] {
  const complaints = new Set<string>();
  walk(parse(sheet), function (node) {
    if (node.type === 'Atrule' && node.name === 'supports') return walk.skip;
    const where = this.rule ? generate(this.rule.prelude) : 'sheet';
    const missing = node.type === 'Block' ? listInBlock(node) : describeTooNew(listFeatures(node));
    for (const what of missing) complaints.add(`${where} { ${what} }`);
    return undefined;
  });
  return [...complaints];
}

function listInBlock({ children }: Block): string[] {
  const understood = new Set<string>();
  return children.toArray().flatMap((node) => {
    if (node.type !== 'Declaration') return [];
    const missing = describeTooNew(listFeaturesOfDeclaration(node));
    if (missing.length === 0) understood.add(removePrefix(node.property));
    return understood.has(node.property) ? [] : missing;
  });
}

/** A name in the style sheet, with its entry in the compatibility data. */
type Named = readonly [what: string, feature: Identifier | undefined];

const describeTooNew = (named: readonly Named[]): string[] =>
  named.flatMap(([what, feature]) => {
    const tooOld = listBrowsersWithout(feature);
    return tooOld.length === 0 ? [] : [`${what}: ${tooOld.join(', ')}`];
  });

/**
 * Returns the browsers that lack the feature, if it's new. Features that a browser never had, such as a pointer on a
 * phone, don't count.
 */
function listBrowsersWithout(feature: Identifier | undefined): string[] {
  const missing = listSupport(feature).filter(({ isMissing }) => isMissing);
  return missing.some(({ isNewer }) => isNewer) ? missing.map(({ text }) => text) : [];
}

/** Checks at-rules and selectors. */
function listFeatures(node: CssNode): Named[] {
  switch (node.type) {
    case 'Atrule':
      return [[`@${node.name}`, findFeature(css['at-rules'], node.name)]];
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return [[`:${node.name}`, findFeature(css.selectors, node.name)]];
    case 'NestingSelector':
      return [['&', findFeature(css.selectors, 'nesting')]];
    default:
      return [];
  }
}

function listFeaturesOfDeclaration({ property, value }: Declaration): Named[] {
  if (property.startsWith('-')) return [];
  const feature = findFeature(css.properties, property);
  const named: Named[] = [[property, feature]];
  walk(value, (part) => {
    if (part.type === 'Identifier') named.push([`${property}: ${part.name}`, findFeature(feature, part.name)]);
    if (part.type === 'Function') named.push([`${property}: ${part.name}()`, featuresOfFunctions.get(part.name)]);
    if (part.type === 'Dimension') named.push([`${property}: 1${part.unit}`, findUnit(part.unit.toLowerCase())]);
  });
  return named;
}

const removePrefix = (property: string): string => property.replace(/^-(?:webkit|moz)-/, '');

/** CSS functions of all value types, such as `color-mix` for colours. */
const featuresOfFunctions = indexFeatures(css.types);

function indexFeatures(types: Identifier | undefined): ReadonlyMap<string, Identifier> {
  const found = new Map<string, Identifier>();
  for (const name of Object.keys(types ?? {})) {
    const feature = name === '__compat' ? undefined : findFeature(types, name);
    if (!feature) continue;
    for (const [inner, one] of [...indexFeatures(feature), [name, feature] as const])
      if (!found.has(inner)) found.set(inner, one);
  }
  return found;
}

function findUnit(unit: string): Identifier | undefined {
  const kind = /^([dsl])v(?:h|w|i|b|min|max)$/.exec(unit)?.[1];
  const group = { d: 'dynamic', s: 'small', l: 'large' }[kind ?? ''];
  const name = group === undefined ? unit : `viewport_percentage_units_${group}`;
  return findFeature(css.types, 'length', /^cq/.test(unit) ? 'container_query_length_units' : name);
}
