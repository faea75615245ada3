/**
 * Pieces of pages, put together from templates. A page has hundreds of them: the library's template makes a list of
 * parts for each, which it may have to wait for, and takes several times as long as adding text to text.
 */

type Encoded = Uint8Array<ArrayBuffer>;
/** Of pieces in which nothing is kept; nobody adds to it. */
const none: (string | Encoded)[] = [];
const encoder = new TextEncoder();

/** Markup: whatever was put into it from outside is escaped. */
export class Html {
  /** Pieces that are kept as bytes, and the texts around them, before the last text. */
  #before = none;
  #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** Markup of our own, which a template would escape. */
  static of(markup: string): Html {
    return new Html(markup);
  }

  /** The same piece for many pages: it is encoded here, once for all of them. */
  static keep(piece: Html): Html {
    const kept = new Html('');
    // In memory of its own: a small `Buffer` would be a part of a larger piece, which would be held as long as it.
    kept.#before = [encoder.encode(piece.toString())];
    return kept;
  }

  static fill(texts: TemplateStringsArray, parts: readonly Part[]): Html {
    const piece = new Html(texts[0] ?? '');
    // By number: an iterator for each of the hundreds of templates of a page would cost more than all that they add.
    for (let index = 0; index < parts.length; index += 1) {
      piece.#add(parts[index]);
      piece.#text += texts[index + 1];
    }
    return piece;
  }

  /** As it goes out, in UTF-8. */
  toBytes(): Encoded {
    const [only] = this.#before;
    if (this.#text === '' && this.#before.length === 1 && only instanceof Uint8Array) return only;
    return this.#before.length === 0 ? Buffer.from(this.#text) : joinParts([...this.#before, this.#text]);
  }

  toString(): string {
    return this.#before.length === 0 ? this.#text : Buffer.from(this.toBytes()).toString();
  }

  #add(part: Part): void {
    if (typeof part === 'string') this.#text += escapeText(part);
    else if (part instanceof Html) this.#addPiece(part);
    else if (typeof part === 'number') this.#text += part;
    else if (part !== undefined) for (const one of part) this.#add(one);
  }

  #addPiece(piece: Html): void {
    if (piece.#before.length > 0) {
      if (this.#before === none) this.#before = [];
      if (this.#text !== '') this.#before.push(this.#text);
      for (const before of piece.#before) this.#before.push(before);
      this.#text = '';
    }
    this.#text += piece.#text;
  }
}

/** Of each of the signs that the length of a text counts, in UTF-8. */
const maxBytesOfSign = 3;

/** Texts and bytes one after the other, each written straight to its place. */
function joinParts(parts: readonly (string | Encoded)[]): Encoded {
  // Room for the longest that the texts may become: to measure them would take as long as to write them.
  let room = 0;
  for (const part of parts) room += typeof part === 'string' ? part.length * maxBytesOfSign : part.length;
  const joined = Buffer.allocUnsafe(room);
  let end = 0;
  for (const part of parts) {
    if (typeof part === 'string') end += joined.write(part, end);
    else {
      joined.set(part, end);
      end += part.length;
    }
  }
  return joined.subarray(0, end);
}

/** What a template is filled with: texts are escaped, pieces are not, and what is not there leaves nothing. */
export type Part = Html | string | number | undefined | readonly Part[];

/** Puts a piece together. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => Html.fill(texts, parts);

const special = /[&<>"']/;
const allSpecial = /[&<>"']/g;
const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Most texts hold nothing of the kind. */
const escapeText = (text: string): string =>
  special.test(text) ? text.replace(allSpecial, (sign) => escaped[sign] ?? sign) : text;
