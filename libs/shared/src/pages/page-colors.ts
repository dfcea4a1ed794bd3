/** Colours of a page, readable for any accent colour of a tenant (WCAG 2.2, 1.4.3: contrast of 4.5 to 1). Pure. */

export interface AccentColors {
  /** `#rrggbb` for links, buttons and lines. */
  readonly accent: string;
  /** Text on a button of that colour. */
  readonly onAccent: string;
}

export interface PageColors {
  readonly light: AccentColors;
  readonly dark: AccentColors;
}

/** The backgrounds of the accent colour in both colour schemes: in each scheme the one with less contrast to it. */
export const LIGHT_GROUND = '#f3f4f7';
export const DARK_GROUND = '#191d23';

const BLACK = '#000000';
const WHITE = '#ffffff';
const ENOUGH = 4.5;
/** Steps from the chosen colour to black or white. */
const STEPS = 20;

type Rgb = readonly [number, number, number];

/** True for `#rgb` and `#rrggbb`. */
export function isHexColor(text: unknown): text is string {
  return typeof text === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

/**
 * The accent colours of both schemes: the chosen one, made darker or lighter only as much as its contrast requires.
 * @param chosen `#rgb` or `#rrggbb`
 */
export function pageColors(chosen: string): PageColors {
  return { light: scheme(chosen, LIGHT_GROUND, BLACK), dark: scheme(chosen, DARK_GROUND, WHITE) };
}

/** The text colour if it is readable on the background, otherwise black or white. Both `#rgb` or `#rrggbb`. */
export function readableText(ground: string, text: string | undefined): string {
  if (text !== undefined && contrast(ground, text) >= ENOUGH) return text;
  return contrast(ground, BLACK) >= contrast(ground, WHITE) ? BLACK : WHITE;
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function scheme(chosen: string, ground: string, towards: string): AccentColors {
  let accent = hex(rgb(chosen));
  for (let step = 1; contrast(accent, ground) < ENOUGH && step <= STEPS; step += 1) {
    accent = mixed(rgb(chosen), rgb(towards), step / STEPS);
  }
  return { accent, onAccent: readableText(accent, undefined) };
}

function mixed(from: Rgb, to: Rgb, share: number): string {
  const part = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return hex([part(0), part(1), part(2)]);
}

function rgb(color: string): Rgb {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  const part = (index: number): number => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  return [part(0), part(1), part(2)];
}

function hex(parts: Rgb): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance of sRGB, 0 to 1 (WCAG 2.2). */
function luminance(parts: Rgb): number {
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
