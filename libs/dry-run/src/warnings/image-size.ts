/** Width and height of an image as its file states them. Pure. */

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** PNG, JPEG, GIF, WebP or SVG. @returns undefined for anything else; for an SVG without a size, a square */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('GIF8') && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return webpSize(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes);
  return svgSize(bytes.toString('utf8', 0, 4096));
}

/** ITU T.81, B.2.2: the frame header has the size. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** RFC 9649, 2.5 to 2.7. */
function webpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

function svgSize(text: string): ImageSize | undefined {
  const tag = /<svg\b[^>]{0,2000}>/.exec(text)?.[0];
  if (tag === undefined) return undefined;
  const [width, height] = ['width', 'height'].map(
    (name) => new RegExp(`\\s${name}=["']([0-9.]{1,10})(?:px)?["']`).exec(tag)?.[1],
  );
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  const box = /\sviewBox=["'][-0-9.]{1,10}[\s,]+[-0-9.]{1,10}[\s,]+([0-9.]{1,10})[\s,]+([0-9.]{1,10})["']/.exec(tag);
  return { width: Number(box?.[1] ?? 1), height: Number(box?.[2] ?? 1) };
}
