// TypeScript 5 has a parser for JavaScript; TypeScript 7 doesn't.
import ts from 'typescript-5';

/** A piece of a source file that people read. */
export interface Prose {
  readonly kind: 'comment' | 'text' | 'name';
  readonly text: string;
  readonly line: number;
}

/** Splits TypeScript into comments, texts and names, in order. */
export function readProse(code: string): Prose[] {
  const source = ts.createSourceFile('prose.ts', code, ts.ScriptTarget.Latest, false);
  const found: (Prose & { readonly at: number })[] = [];
  const add = (kind: Prose['kind'], text: string, at: number) =>
    found.push({ kind, text, at, line: source.getLineAndCharacterOfPosition(at).line + 1 });
  const commented = new Set<number>();

  function visit(node: ts.Node): void {
    for (const { pos, end } of ts.getLeadingCommentRanges(code, node.pos) ?? []) addComment(pos, end);
    for (const { pos, end } of ts.getTrailingCommentRanges(code, node.end) ?? []) addComment(pos, end);
    if (ts.isIdentifier(node)) add('name', node.text, node.getStart(source));
    else if (isText(node)) add('text', node.text, node.getStart(source));
    ts.forEachChild(node, visit);
  }

  function addComment(pos: number, end: number): void {
    if (commented.has(pos)) return;
    commented.add(pos);
    add('comment', code.slice(pos, end), pos);
  }

  visit(source);
  return found.sort((one, other) => one.at - other.at);
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
