import libheif, { type heif_image_handle } from 'libheif-js/libheif-wasm/libheif.js';
import { layOutTiff } from './tiff.ts';

/** What the library answers in place of an image it cannot give. */
interface Failure {
  readonly code: unknown;
  readonly message: string;
}

interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** One, as the colours are asked for interleaved. The data are a view into the library's memory. */
  readonly channels: readonly { readonly stride: number; readonly data: Uint8Array }[];
}

/**
 * Decodes the main image of a HEIC file upright into a TIFF with the colour profile given. Meant for a thread of its
 * own: it takes its time and leaves its memory behind. Throws on whatever is wrong with the file.
 */
export function decodeHeic(library: Uint8Array, bytes: Uint8Array, profile: Uint8Array | undefined): Buffer {
  const { width, height, channels, hasAlpha } = readImage(library, bytes);
  const layout = { width, height, channels: hasAlpha ? 4 : 3, profile } as const;
  const { file, pixels } = layOutTiff(layout);
  const rowBytes = width * layout.channels;
  const [rows] = channels;
  if (!rows) throw new Error('the image has no colours');
  for (let y = 0; y < height; y += 1) {
    const at = y * rows.stride;
    pixels.set(rows.data.subarray(at, at + rowBytes), y * rowBytes);
  }
  return file;
}

function readImage(wasmBinary: Uint8Array, bytes: Uint8Array): DecodedImage & { readonly hasAlpha: boolean } {
  // The package declares an ES module, but what it holds is the function itself.
  const open = libheif as unknown as typeof libheif.default;
  const heif = open({ wasmBinary });
  const file = heif.heif_context_alloc();
  const { code, message } = heif.heif_context_read_from_memory(file, bytes);
  if (code !== heif.heif_error_code.heif_error_Ok) throw new Error(String(message));
  const image = succeeded<heif_image_handle>(heif.heif_js_context_get_primary_image_handle(file));
  const hasAlpha = heif.heif_image_handle_has_alpha_channel(image) !== 0;
  const { heif_chroma_interleaved_RGB: opaque, heif_chroma_interleaved_RGBA: transparent } = heif.heif_chroma;
  const chroma = hasAlpha ? transparent : opaque;
  const decoded = heif.heif_js_decode_image2(image, heif.heif_colorspace.heif_colorspace_RGB, chroma);
  return { ...succeeded<DecodedImage>(decoded), hasAlpha };
}

function succeeded<Answer extends object>(result: Answer | Failure | null | undefined): Answer {
  if (!result) throw new Error('the file holds no main image');
  if ('code' in result) throw new Error(result.message);
  return result;
}
