type Path = readonly (string | number)[];

/** The positions of the members of a JSON text. */
export interface JsonLines {
  /** The line of a member, or of its innermost existing ancestor. */
  find(path: Path): number;
  /** The path to a duplicate key. */
  readonly twice: Path | undefined;
}

interface Token {
  readonly text: string;
  readonly line: number;
}

function* listTokens(json: string): Generator<Token, undefined> {
  let line = 1;
  let end = 0;
  for (const { 0: text, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    line += json.slice(end, index).split('\n').length - 1;
    end = index;
    yield { text, line };
  }
}

const formatPath = (path: Path): string => JSON.stringify(path.map(String));

/** Finds the lines of all members of a JSON text. */
export function locateJson(json: string): JsonLines {
  const lines = new Map<string, number>();
  let twice: Path | undefined;
  const tokens = listTokens(json);
  const nothing: Token = { text: '', line: 1 };
  const next = (): Token => tokens.next().value ?? nothing;

  function readValue(path: Path, { text, line }: Token): void {
    if (!lines.has(formatPath(path))) lines.set(formatPath(path), line);
    if (text === '{') readMembers(path);
    if (text === '[') readItems(path);
  }

  function readMembers(path: Path): void {
    for (let name = next(); name.text.startsWith('"') || name.text === ','; name = next()) {
      if (name.text === ',') continue;
      const member = [...path, String(JSON.parse(name.text))];
      if (lines.has(formatPath(member))) twice ??= member;
      lines.set(formatPath(member), name.line);
      // The colon.
      next();
      readValue(member, next());
    }
  }

  function readItems(path: Path): void {
    let index = 0;
    for (let item = next(); item.text !== ']' && item.text !== ''; item = next()) {
      if (item.text === ',') continue;
      readValue([...path, index], item);
      index += 1;
    }
  }

  readValue([], next());
  return {
    twice,
    find(path) {
      const lengths = path.map((_, index) => path.length - index);
      const found = lengths.map((length) => lines.get(formatPath(path.slice(0, length))));
      return found.find((line) => line !== undefined) ?? 1;
    },
  };
}
