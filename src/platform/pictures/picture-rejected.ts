/** A picture, or a text to be drawn, that cannot be taken. The message is a plain sentence for the person who sent it. */
export class PictureRejected extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'PictureRejected';
  }
}

/** The rejection of a picture whose time is up. */
export function tooSlow(cause: unknown): PictureRejected {
  return new PictureRejected('This picture takes too long to process. Please send a smaller one.', { cause });
}
