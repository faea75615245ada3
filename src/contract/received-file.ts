/**
 * A file that came as a body, in a form, or as base64 inside of a JSON body: its bytes were written to the disk as they
 * came in, and are gone when the call has ended unless the handler has moved them away.
 */
export class ReceivedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** What its bytes are known by, where someone has to know them again. */
  readonly digest: string | undefined;

  constructor(path: string, size: number, digest?: string) {
    this.path = path;
    this.size = size;
    this.digest = digest;
  }

  /** The same for the same bytes, wherever they were put. */
  toJSON(): unknown {
    return { size: this.size, digest: this.digest };
  }
}
