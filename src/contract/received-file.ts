/**
 * A file received as a body, in a form, or as base64 in a JSON body: its bytes were streamed to the disk and are
 * deleted when the call ends unless the handler moves the file.
 */
export class ReceivedFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** A hash of its bytes, for calls that have to recognise them. */
  readonly digest: string | undefined;

  constructor(path: string, size: number, digest?: string) {
    this.path = path;
    this.size = size;
    this.digest = digest;
  }

  /** Equal for equal bytes, wherever they're stored. */
  toJSON(): unknown {
    return { size: this.size, digest: this.digest };
  }
}
