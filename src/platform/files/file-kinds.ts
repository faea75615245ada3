/** A kind of file, as its first bytes tell it. */
export interface FileKind {
  /** What people call one. */
  readonly name: string;
  /** Is this how one begins? Of a file that is longer it is given `headBytes` at least. */
  isStart(head: Buffer): boolean;
}

/** So many bytes tell every kind. */
export const headBytes = 8;

/** Begins with the head of its first file. */
export const zipFile: FileKind = {
  name: 'zip file',
  isStart: (head) => head.toString('latin1', 0, 4) === 'PK\x03\x04',
};

/** Begins with a box that says which kind of video it is. */
export const mp4Video: FileKind = { name: 'MP4 video', isStart: (head) => head.toString('latin1', 4, 8) === 'ftyp' };
