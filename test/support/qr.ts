/** A QR code as the server gives it to a button, read as a camera reads it. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const readQrCode: typeof import('jsqr').default = createRequire(import.meta.url)('jsqr');
/** Pixels of a module. */
const SCALE = 4;

/** What a camera reads. */
export function scanned({ size, path }: { readonly size: number; readonly path: string }): string {
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(width)) * SCALE; column += 1) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return readQrCode(pixels, side, side)?.data ?? assert.fail('no code');
}

/** What a camera reads from a page of ours: there the modules are lines of one path. */
export function scannedFrom(html: string): string {
  const [, side = '', drawn = ''] =
    /<svg[^>]* viewBox="0 0 (\d+) \d+"[\s\S]*?<path stroke="#000000" d="([^"]+)"/.exec(html) ?? [];
  assert.notEqual(drawn, '', 'the page has no code');
  let [x, y] = [0, 0];
  let path = '';
  for (const [, command = '', first = '', second] of drawn.matchAll(/([Mmh])\s*(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Number(second)];
    else if (command === 'm') [x, y] = [x + Number(first), y + Number(second)];
    else {
      path += `M${x} ${Math.floor(y)}h${first}v1`;
      x += Number(first);
    }
  }
  return scanned({ size: Number(side), path });
}
