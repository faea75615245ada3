/** The accepted formats, as a sentence names them (core rule 117). */
export const acceptedFormats = 'JPEG, PNG, GIF, WebP, AVIF or TIFF';

/** The default format of iPhones; its decoder is patented. */
export const heicRejected = `HEIC photos aren’t supported. Choose “Most Compatible” under Camera > Formats in the phone’s settings, or send this one as ${acceptedFormats}.`;

/** A picture that is rejected. The message is a plain sentence for the person who sent it. */
export class PictureRejected extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'PictureRejected';
  }
}

/** The decoder failed: the picture is damaged, or takes more memory than there was. The message is the decoder's. */
export class DecodingFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'DecodingFailed';
  }
}
