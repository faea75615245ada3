import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5';

/** A fault that can be planted: text in a source file, and its replacement. */
export interface Fault {
  /** The path relative to the project. */
  readonly file: string;
  /** The line number, counted from 1. */
  readonly line: number;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** Replaces a range of the source. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

/** Returns the possible faults of a node. */
type FindEdits = (node: ts.Node, source: ts.SourceFile) => readonly Edit[];

const replaceNode = (node: ts.Node, source: ts.SourceFile, after: string): Edit => ({
  start: node.getStart(source),
  end: node.end,
  after,
});

type Swaps = Readonly<Partial<Record<ts.SyntaxKind, string>>>;

const comparisonSwaps: Swaps = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
};
const equalitySwaps: Swaps = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
};
const arithmeticSwaps: Swaps = {
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
};
const logicalSwaps: Swaps = { [ts.SyntaxKind.AmpersandAmpersandToken]: '||', [ts.SyntaxKind.BarBarToken]: '&&' };

const findOperatorEdits =
  (swaps: Swaps): FindEdits =>
  (node, source) => {
    if (!ts.isBinaryExpression(node)) return [];
    const after = swaps[node.operatorToken.kind];
    if (after === undefined || (after === '-' && joinsText(node))) return [];
    const { left, right } = node;
    return [replaceNode(node, source, `(${left.getText(source)} ${after} ${right.getText(source)})`)];
  };

/** Whether a sum contains a string literal. */
function joinsText(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return ts.isBinaryExpression(node) && (joinsText(node.left) || joinsText(node.right));
}

const optionalOperators = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

const findOperandEdits: FindEdits = (node, source) => {
  if (!ts.isBinaryExpression(node) || !optionalOperators.has(node.operatorToken.kind)) return [];
  return [node.left, node.right].map((operand) => replaceNode(node, source, `(${operand.getText(source)})`));
};

const findConditionEdits: FindEdits = (node, source) => {
  if (ts.isConditionalExpression(node)) return chooseAlways(node.condition, source);
  return ts.isIfStatement(node) ? chooseAlways(node.expression, source) : [];
};

const chooseAlways = (condition: ts.Node, source: ts.SourceFile): Edit[] =>
  ['true', 'false'].map((value) => replaceNode(condition, source, value));

const findNumberEdits: FindEdits = (node, source) => {
  if (!ts.isNumericLiteral(node)) return [];
  const value = Number(node.text);
  return [replaceNode(node, source, String(value < 100 ? value + 1 : value * 2))];
};

const findBooleanEdits: FindEdits = (node, source) => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replaceNode(node, source, 'false')];
  return node.kind === ts.SyntaxKind.FalseKeyword ? [replaceNode(node, source, 'true')] : [];
};

/** Statements whose value isn't used: guards, effects, assignments. */
const findStatementEdits: FindEdits = (node, source) => {
  if (!ts.isExpressionStatement(node)) return [];
  const isInBlock = ts.isBlock(node.parent) || ts.isSourceFile(node.parent) || ts.isCaseOrDefaultClause(node.parent);
  return [replaceNode(node, source, isInBlock ? ';' : '{}')];
};

const findReturnEdits: FindEdits = (node) => {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body || !ts.isBlock(node.body)) return [];
  const { statements } = node.body;
  if (statements.length < 2 || statements.some(ts.isReturnStatement)) return [];
  const start = node.body.getStart() + 1;
  return [{ start, end: start, after: ' return;' }];
};

/** Method calls in a chain that works without them. */
const optionalSteps =
  /^(?:filter|where|having|limit|offset|orderBy|toSorted|toReversed|slice|trim|normalize|toLowerCase|toUpperCase|distinct)$/;

const findStepEdits: FindEdits = (node, source) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression, name } = node.expression;
  return optionalSteps.test(name.text) ? [replaceNode(node, source, expression.getText(source))] : [];
};

/** Conditions of a query, and elements of arrays. */
const findListEdits: FindEdits = (node, source) => {
  const items = getListItems(node, source);
  if (items.length < 2) return [];
  return items.map((item, index) => {
    const next = items[index + 1];
    // Includes the comma before the last element, and the comma after any other.
    const start = next ? item.getStart(source) : (items[index - 1]?.end ?? item.pos);
    return { start, end: next ? next.getStart(source) : item.end, after: '' };
  });
};

function getListItems(node: ts.Node, source: ts.SourceFile): readonly ts.Node[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  const isJoin = ts.isCallExpression(node) && /^(?:and|or)$/.test(node.expression.getText(source));
  return isJoin ? node.arguments : [];
}

const sqlFaults: readonly (readonly [RegExp, string])[] = [
  [/ AND /g, ' OR '],
  [/ OR /g, ' AND '],
  [/ DESC\b/g, ' ASC'],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ = /g, ' <> '],
  [/ IS NOT NULL\b/g, ' IS NULL'],
  [/ IS NULL\b/g, ' IS NOT NULL'],
];

const findSqlEdits: FindEdits = (node, source) => {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
  if (!isText || !/\b(?:SELECT|UPDATE|DELETE|WHERE|AND|ORDER BY)\b/.test(node.getText(source))) return [];
  const start = node.getStart(source);
  return sqlFaults.flatMap(([form, after]) =>
    [...node.getText(source).matchAll(form)].map(({ 0: found, index }) => ({
      start: start + index,
      end: start + index + found.length,
      after,
    })),
  );
};

const findEditsByKind: Readonly<Record<string, FindEdits>> = {
  condition: findConditionEdits,
  boundary: findOperatorEdits(comparisonSwaps),
  equality: findOperatorEdits(equalitySwaps),
  arithmetic: findOperatorEdits(arithmeticSwaps),
  logic: findOperatorEdits(logicalSwaps),
  operand: findOperandEdits,
  number: findNumberEdits,
  boolean: findBooleanEdits,
  statement: findStatementEdits,
  'early return': findReturnEdits,
  step: findStepEdits,
  list: findListEdits,
  sql: findSqlEdits,
};

/** Lists all faults that can be planted in a file. */
export function findFaults(project: string, file: string): Fault[] {
  const text = readFileSync(join(project, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: Fault[] = [];
  const visit = (node: ts.Node): void => {
    if (hasNoEffect(node, source)) return;
    for (const [kind, findEdits] of Object.entries(findEditsByKind)) {
      for (const edit of findEdits(node, source)) faults.push(describe(edit, kind));
    }
    ts.forEachChild(node, visit);
  };
  const describe = ({ start, end, after }: Edit, kind: string): Fault => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    return { file, line, kind, start, end, before: text.slice(start, end), after };
  };
  visit(source);
  return faults;
}

/** Skips types, imports, and text that is only logged. */
function hasNoEffect(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  const call = ts.isExpressionStatement(node) ? node.expression : node;
  return ts.isCallExpression(call) && /(?:^|\.)(?:log|minuteLog)\??\.\w+$/.test(call.expression.getText(source));
}
