/** A kind of file, recognised by its first bytes. */
export interface FileKind {
  /** What people call it, with its article. */
  readonly name: string;
  /** Whether a file begins like one. For a longer file, the input has at least `headBytes`. */
  isStart(head: Buffer): boolean;
}

/** Enough bytes to recognise every kind. */
export const headBytes = 8;

/** Begins with the header of its first file. */
export const zipFile: FileKind = {
  name: 'a zip file',
  isStart: (head) => head.toString('latin1', 0, 4) === 'PK\x03\x04',
};

/** Begins with a box that names the kind of video. */
export const mp4Video: FileKind = { name: 'an MP4 video', isStart: (head) => head.toString('latin1', 4, 8) === 'ftyp' };
