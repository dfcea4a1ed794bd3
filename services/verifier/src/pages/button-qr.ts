/** A QR code as one path of SVG, which a page draws without markup: no style, no script, nothing to escape. Pure. */
import QRCode from 'qrcode';

export interface QrPath {
  /** Modules of a side, with the quiet zone of four. */
  readonly size: number;
  /** The dark modules, for a path's `d` attribute. */
  readonly path: string;
}

const QUIET = 4;

/** Characters; a link that contains its request has more. */
const LONG_TEXT = 400;

/** A quarter of the code may be unreadable, of a long text's code a fourteenth. @throws if the text is too long for a code */
export function qrPath(text: string): QrPath {
  // With less correction the squares of a long text stay large enough for a camera.
  const errorCorrectionLevel = text.length > LONG_TEXT ? 'L' : 'Q';
  const { size, data } = QRCode.create(text, { errorCorrectionLevel }).modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const begin = column;
      while (column < size && data[row * size + column]) column += 1;
      if (column > begin) path += `M${begin + QUIET} ${row + QUIET}h${column - begin}v1h${begin - column}z`;
    }
  }
  return { size: size + 2 * QUIET, path };
}
