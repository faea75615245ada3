/** The formats told apart by how a file starts. Everything else, such as SVG, never reaches a decoder. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'bmp' | 'avif' | 'heic' | 'jxl';

const starts: readonly (readonly [start: string, format: PictureFormat])[] = [
  ['\xff\xd8\xff', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['II+\0', 'tiff'],
  ['MM\0+', 'tiff'],
  ['BM', 'bmp'],
  ['\xff\n', 'jxl'],
  ['\0\0\0\fJXL \r\n\x87\n', 'jxl'],
];

/** What kind of picture these bytes claim to be; undefined for a kind that is not accepted (core rule 117). */
export function detectPictureFormat(bytes: Buffer): PictureFormat | undefined {
  const start = bytes.toString('latin1', 0, 128);
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (start.startsWith('ftyp', 4)) return formatOfBrands(start.slice(8, bytes.readUInt32BE(0)));
  return starts.find(([text]) => start.startsWith(text))?.[1];
}

/** HEIC, HEIF and AVIF share a container that names all it may be taken for, in words of four letters. */
function formatOfBrands(names: string): PictureFormat | undefined {
  const brands = names.match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : undefined;
}
