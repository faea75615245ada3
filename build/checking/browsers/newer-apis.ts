import { relative } from 'node:path';
import type { Identifier } from '@mdn/browser-compat-data';
import ts from 'typescript-5';
import { api, findFeature, javascript, listSupport } from './support.ts';

/**
 * Finds API calls in scripts that the oldest supported browsers lack, as `file:line: what: who lacks it`. In the
 * project's scripts, types determine the interface that a name belongs to. Libraries have no types, so a name counts if
 * it's too new in every interface that has it. Skips names that the script tests for first, with `'name' in object`,
 * `if (object.name)` or `object.name?.`.
 */
export function findNewerApis(project: string, files: readonly string[]): string[] {
  const program = ts.createProgram([...files], {
    allowJs: true,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.webworker.d.ts'],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const wanted = new Set(files);
  return program
    .getSourceFiles()
    .filter(({ fileName }) => wanted.has(fileName))
    .flatMap((file) => listUses(file, checker).map((use) => describeUse(project, file, use)));
}

interface ApiUse {
  readonly node: ts.Node;
  readonly what: string;
  readonly tooOld: readonly string[];
}

function describeUse(project: string, file: ts.SourceFile, { node, what, tooOld }: ApiUse): string {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(project, file.fileName)}:${line + 1}: ${what}: ${tooOld.join(', ')}`;
}

function listUses(file: ts.SourceFile, checker: ts.TypeChecker): ApiUse[] {
  const uses: ApiUse[] = [];
  const visit = (node: ts.Node): void => {
    const found = findUse(node, checker);
    if (found && found.tooOld.length > 0 && !isTestedFor(node)) uses.push({ node, ...found });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

function findUse(node: ts.Node, checker: ts.TypeChecker): Omit<ApiUse, 'node'> | undefined {
  if (ts.isRegularExpressionLiteral(node)) return findInPattern(node.text);
  if (!ts.isIdentifier(node) || isInType(node)) return undefined;
  const name = node.text;
  const declarations = findSymbol(node, checker)?.declarations;
  if (!declarations) return isMemberInLibrary(node) ? { what: name, tooOld: listBrowsersWithoutAny(name) } : undefined;
  const [feature] = declarations.flatMap((declaration) => findDeclared(declaration, name) ?? []);
  return feature && { what: name, tooOld: listBrowsersWithout(feature) };
}

/** Resolves a name. In `const { name } = object`, resolves to the member of the object. */
function findSymbol(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (!ts.isBindingElement(parent) || !ts.isObjectBindingPattern(parent.parent))
    return checker.getSymbolAtLocation(node);
  return (parent.propertyName ?? parent.name) === node
    ? checker.getTypeAtLocation(parent.parent).getProperty(node.text)
    : undefined;
}

const isMemberInLibrary = (node: ts.Identifier): boolean =>
  node.getSourceFile().fileName.endsWith('.js') &&
  ts.isPropertyAccessExpression(node.parent) &&
  node.parent.name === node;

/** Returns the browsers that lack every member of this name; empty if one of the members is old enough. */
function listBrowsersWithoutAny(name: string): readonly string[] {
  const [first = [], ...others] = (featuresByName.get(name) ?? []).map(listBrowsersWithout);
  return others.every((tooOld) => tooOld.length > 0) ? first : [];
}

/** Finds features such as a lookbehind, which the bundler can't rewrite for older browsers. */
function findInPattern(text: string): Omit<ApiUse, 'node'> | undefined {
  const feature = /\(\?<[=!]/.test(text) && findFeature(javascript, 'regular_expressions', 'lookbehind_assertion');
  return feature ? { what: text, tooOld: listBrowsersWithout(feature) } : undefined;
}

function isInType(node: ts.Node): boolean {
  for (let parent = node.parent; parent && !ts.isStatement(parent); parent = parent.parent)
    if (ts.isTypeNode(parent)) return true;
  return false;
}

/** Returns the feature that a declaration in TypeScript's own libraries stands for. */
function findDeclared(declaration: ts.Declaration, name: string): Identifier | undefined {
  if (!/\/lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName)) return undefined;
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent)) return findMember(parent.name.text, name);
  const owner =
    ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent) ? parent.parent.name : undefined;
  if (owner && ts.isIdentifier(owner)) return findStatic(owner.text, name);
  return findFeature(api, name) ?? findFeature(api, 'Window', name) ?? findFeature(javascript, 'builtins', name);
}

const findMember = (owner: string, name: string): Identifier | undefined =>
  owner.endsWith('Constructor')
    ? findStatic(owner.slice(0, -'Constructor'.length), name)
    : findFeatureOfMember(owner, name);

function findFeatureOfMember(owner: string, name: string): Identifier | undefined {
  const event = /^on(\w+)/.exec(name)?.[1];
  const names = event === undefined ? [name] : [name, `${event}_event`];
  const owners = [findFeature(api, owner), findFeature(javascript, 'builtins', owner)];
  const [found] = names.flatMap((one) => owners.flatMap((from) => findFeature(from, one) ?? []));
  // A mixin of TypeScript's libraries, such as ParentNode: the data lists it under each interface that includes it.
  return found ?? (owners.some(Boolean) ? undefined : featuresByName.get(name)?.find((one) => !isTooNew(one)));
}

const isTooNew = (feature: Identifier): boolean => listBrowsersWithout(feature).length > 0;

const findStatic = (owner: string, name: string): Identifier | undefined =>
  findFeature(api, owner, `${name}_static`) ?? findFeature(javascript, 'builtins', owner, name);

/** Members of all interfaces, by name. */
const featuresByName = indexMembers();

function indexMembers(): ReadonlyMap<string, Identifier[]> {
  const owners = [...Object.values(api), ...Object.values(javascript.builtins ?? {})] as Identifier[];
  const members = owners.flatMap((owner) => Object.entries(owner).filter(([name]) => name !== '__compat'));
  const named = members.map(([name, feature]) => [name.replace(/_static$/, ''), feature as Identifier] as const);
  return new Map(
    [...Map.groupBy(named, ([name]) => name)].map(([name, all]) => [name, all.map(([, feature]) => feature)]),
  );
}

/** Returns the browsers that lack the feature, even if a later version has it. */
const listBrowsersWithout = (feature: Identifier): string[] =>
  listSupport(feature).flatMap(({ text, isMissing }) => (isMissing ? [text] : []));

/** Whether the script tests for the feature first. */
function isTestedFor(node: ts.Node): boolean {
  if (isFollowedByQuestionMark(node.parent)) return true;
  const name = node.getText();
  const isTest = new RegExp(`['"]${name}['"] in |\\.${name}\\b(?!\\()`);
  const { fileName, text } = node.getSourceFile();
  // A library may test for a feature in one function and call it in another.
  if (fileName.endsWith('.js') && new RegExp(`\\bif \\([\\w.]*\\.${name}\\)`).test(text)) return true;
  for (let at = node; at.parent && !ts.isFunctionLike(at); at = at.parent) {
    const condition = getCondition(at.parent);
    if (condition && isTest.test(condition.getText())) return true;
  }
  return false;
}

/** Optional chaining such as `form.requestSubmit?.()` counts as feature detection. */
const isFollowedByQuestionMark = ({ parent }: ts.Node): boolean =>
  parent &&
  (ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent)) &&
  parent.questionDotToken !== undefined;

function getCondition(node: ts.Node): ts.Node | undefined {
  if (ts.isIfStatement(node)) return node.expression;
  if (ts.isConditionalExpression(node)) return node.condition;
  return ts.isBinaryExpression(node) && isShortCut(node.operatorToken.kind) ? node.left : undefined;
}

const isShortCut = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
