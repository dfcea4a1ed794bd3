/** A small writer of SVG. Pure: the same arguments give the same text. */

export type Attributes = Readonly<Record<string, string | number>>;

/** An element with its content, which is SVG already: texts go through `text`. */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(position(value))}"`);
  const open = `<${name}${written.join('')}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('')}</${name}>`;
}

/** A text at a place. @param attributes such as `class` and `text-anchor` */
export function text(content: string, x: number, y: number, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escaped(content));
}

export function line(from: readonly [number, number], to: readonly [number, number], name: string): string {
  return element('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: name });
}

export function polyline(points: readonly (readonly [number, number])[], name: string): string {
  const written = points.map(([x, y]) => `${position(x)},${position(y)}`);
  return element('polyline', { points: written.join(' '), class: name });
}

/** The forms that distinguish series without colour. */
export type Marker = 'circle' | 'square' | 'triangle';

export function marker(form: Marker, [x, y]: readonly [number, number], name: string): string {
  if (form === 'circle') return element('circle', { cx: x, cy: y, r: 4, class: name });
  if (form === 'square') return element('rect', { x: x - 3.5, y: y - 3.5, width: 7, height: 7, class: name });
  return element('path', { d: `M${position(x)} ${position(y - 5)}l5 9h-10z`, class: name });
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What the plot shows, in a sentence. */
  readonly title: string;
  /** All figures of the plot, for readers who do not see it. */
  readonly description: string;
  readonly content: readonly string[];
}

/** A whole file: title and description for screen readers, colours for light and dark surroundings. */
export function drawing({ width, height, title, description, content }: Drawing): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...{ viewBox: `0 0 ${width} ${height}`, width, height },
    ...{ role: 'img', 'aria-labelledby': 'title', 'aria-describedby': 'description' },
  };
  const parts = [
    element('title', { id: 'title' }, escaped(title)),
    element('desc', { id: 'description' }, escaped(description)),
    element('style', {}, STYLE),
    element('rect', { width, height, class: 'surface' }),
    ...content,
  ];
  return `${element('svg', attributes, '\n', parts.join('\n'), '\n')}\n`;
}

/** Classes that plots use: `head`, `name`, `soft` and `small` of texts, `grid` and `axis` of lines, `s0` to `s7` of series, the last one grey. */
const LIGHT = ['#0b62a8', '#c2410c', '#047857', '#7e4ba8', '#8a6d00', '#b4237a', '#0f6e84', '#8b949e'];
const DARK = ['#58a6ff', '#ff9d5c', '#3fd0a0', '#c79bf0', '#e3c04d', '#ff8fc7', '#56d4e8', '#7d8590'];

function colours(surface: string, ink: string, soft: string, grid: string, series: readonly string[]): string {
  const each = series.map((colour, index) => `--s${index}:${colour}`);
  return `:root{--surface:${surface};--ink:${ink};--soft:${soft};--grid:${grid};${each.join(';')}}`;
}

const STYLE = [
  '',
  colours('#ffffff', '#1f2328', '#59636e', '#d1d9e0', LIGHT),
  `@media (prefers-color-scheme:dark){${colours('#0d1117', '#f0f6fc', '#9198a1', '#3d444d', DARK)}}`,
  'text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--ink)}',
  '.head{font-size:16px;font-weight:600}.name{font-weight:600}.soft{fill:var(--soft)}.small{font-size:11px}',
  '.surface{fill:var(--surface)}.grid{stroke:var(--grid)}.axis{stroke:var(--soft)}',
  'polyline{fill:none;stroke-width:2}',
  ...LIGHT.map((_, index) => `.s${index}{fill:var(--s${index})}polyline.s${index}{stroke:var(--s${index});fill:none}`),
  'polyline.s1{stroke-dasharray:6 3}polyline.s2{stroke-dasharray:2 3}',
  '',
].join('\n');

/** Positions with two decimals at most. */
function position(value: string | number): string {
  return typeof value === 'number' ? String(Number(value.toFixed(2))) : value;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
