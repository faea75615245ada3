/** A picture, or a text to be drawn, that cannot be taken. The message is a plain sentence for the person who sent it. */
export class PictureRefused extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'PictureRefused';
  }
}
