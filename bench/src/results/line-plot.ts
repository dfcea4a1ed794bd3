/** A plot of lines over one axis, as SVG with colours for light and dark surroundings. Pure. */

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface LinePlot {
  readonly title: string;
  readonly subtitle: string;
  /** Name of the values across. */
  readonly across: string;
  readonly series: readonly Series[];
}

const [WIDTH, HEIGHT] = [860, 360];
const AREA = { left: 56, right: 690, top: 64, bottom: 316 };
const LIGHT = ['#0b62a8', '#c2410c', '#047857', '#7e4ba8', '#8a6d00'];
const DARK = ['#58a6ff', '#ff9d5c', '#3fd0a0', '#c79bf0', '#e3c04d'];
/** Pixels between two names. */
const LINE = 16;

/** @returns the SVG file, the last figure of each line in its description */
export function linePlot({ title, subtitle, across, series }: LinePlot): string {
  const all = series.flatMap(({ points }) => points);
  const [ticksX, ticksY] = [ticks(Math.max(...all.map(([x]) => x))), ticks(Math.max(...all.map(([, y]) => y)))];
  const x = (value: number): number => AREA.left + (value / (ticksX.at(-1) ?? 1)) * (AREA.right - AREA.left);
  const y = (value: number): number => AREA.bottom - (value / (ticksY.at(-1) ?? 1)) * (AREA.bottom - AREA.top);
  const ends = series.map(({ points }) => points.at(-1)?.[1] ?? 0);
  const places = apart(ends.map(y));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(`${subtitle}. At the end: ${series.map(({ name }, at) => `${name} ${shown(ends[at] ?? 0)}`).join(', ')}.`)}</desc>`,
    `<style>${style()}</style>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" class="surface"/>`,
    `<text x="16" y="26" class="head">${escaped(title)}</text>`,
    `<text x="16" y="44" class="soft">${escaped(subtitle)}</text>`,
    ...ticksY.flatMap((tick) => [
      `<path d="M${AREA.left} ${at(y(tick))}H${AREA.right}" class="grid"/>`,
      `<text x="${AREA.left - 8}" y="${at(y(tick) + 4)}" class="soft" text-anchor="end">${shown(tick)}</text>`,
    ]),
    ...ticksX.map(
      (tick, index) =>
        `<text x="${at(x(tick))}" y="${AREA.bottom + 18}" class="soft" text-anchor="middle">${shown(tick)}${index === ticksX.length - 1 ? ` ${escaped(across)}` : ''}</text>`,
    ),
    ...series.flatMap(({ name, points }, index) => [
      `<polyline points="${points.map(([left, up]) => `${at(x(left))},${at(y(up))}`).join(' ')}" class="s${index}"/>`,
      `<text x="${AREA.right + 10}" y="${at((places[index] ?? 0) + 4)}" class="s${index}">${escaped(name)} ${shown(ends[index] ?? 0)}</text>`,
    ]),
    '</svg>\n',
  ].join('\n');
}

/** Round values from 0 to the first that is not below `most`, about four of them. */
function ticks(most: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = ([1, 2, 2.5, 5].find((times) => times * power >= most / 4) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** The positions of names, moved down if two would overlap. */
function apart(places: readonly number[]): readonly number[] {
  const moved = [...places];
  let above = Number.NEGATIVE_INFINITY;
  for (const index of [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))) {
    above = Math.max(places[index] ?? 0, above + LINE);
    moved[index] = above;
  }
  return moved;
}

function style(): string {
  const colours = (surface: string, ink: string, soft: string, grid: string, lines: readonly string[]): string =>
    `:root{--surface:${surface};--ink:${ink};--soft:${soft};--grid:${grid};${lines.map((one, index) => `--s${index}:${one}`).join(';')}}`;
  return [
    colours('#ffffff', '#1f2328', '#59636e', '#d1d9e0', LIGHT),
    `@media (prefers-color-scheme:dark){${colours('#0d1117', '#f0f6fc', '#9198a1', '#3d444d', DARK)}}`,
    'text{font:11px system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--ink)}.head{font-size:16px;font-weight:600}',
    '.soft{fill:var(--soft)}.surface{fill:var(--surface)}.grid{stroke:var(--grid)}polyline{fill:none;stroke-width:1.5}',
    ...LIGHT.map((_, index) => `text.s${index}{fill:var(--s${index})}polyline.s${index}{stroke:var(--s${index})}`),
  ].join('');
}

function at(value: number): string {
  return String(Number(value.toFixed(1)));
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
