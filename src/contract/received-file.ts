/**
 * A file that came as a body, or as base64 inside of a JSON body: its bytes were written to the disk as they came in, and
 * are gone when the call has ended unless the handler has moved them away.
 */
export class ReceivedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;

  constructor(path: string, size: number) {
    this.path = path;
    this.size = size;
  }
}
