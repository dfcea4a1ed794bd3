/** A screenshot as a small file: 256 colours, which are enough for pages of text. */
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const MAX_COLORS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @param png of any kind @returns a PNG with a palette (PNG, 11.2.3): the most frequent colours, and for others the nearest */
export function smallPng(png: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(png);
  const colorAt = (at: number): number => ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) counts.set(colorAt(at), (counts.get(colorAt(at)) ?? 0) + 1);
  const palette = [...counts]
    .sort(([a, many], [b, few]) => few - many || a - b)
    .slice(0, MAX_COLORS)
    .map(([color]) => color);
  const places = new Map(palette.map((color, place) => [color, place]));
  const placeOf = (color: number): number => {
    const known = places.get(color);
    if (known !== undefined) return known;
    const nearest = palette.reduce(
      (best, candidate, place) => (distance(candidate, color) < distance(palette[best] ?? 0, color) ? place : best),
      0,
    );
    places.set(color, nearest);
    return nearest;
  };
  // Each line starts with its filter: none, which suits palettes.
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + 1 + x] = placeOf(colorAt((y * width + x) * 4));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function distance(a: number, b: number): number {
  const part = (shift: number): number => ((a >> shift) & 255) - ((b >> shift) & 255);
  return part(16) ** 2 + part(8) ** 2 + part(0) ** 2;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named) >>> 0);
  return Buffer.concat([length, named, check]);
}
