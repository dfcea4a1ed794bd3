/** A flowchart as a picture that follows the page's colours, and its source for readers who don't see it. Pure. */
import { escapeHtml } from './escape-html.ts';
import { BOX_HEIGHT, type Box, type Layout, layoutOf } from './flowchart-layout.ts';
import { parseFlowchart } from './flowchart-source.ts';

const HEAD = 7;

/** @returns undefined if the text is not a flowchart of ours */
export function flowchart(text: string): string | undefined {
  const parsed = parseFlowchart(text);
  if (parsed === undefined) return undefined;
  const layout = layoutOf(parsed);
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  const inside = [...layout.arrows.map(arrow), ...layout.boxes.map(box)].join('');
  const list = parsed.edges.map(([from, to]) => `${parsed.nodes.get(from)} → ${parsed.nodes.get(to)}`).join('\n');
  return `<figure class="flowchart"><div role="group" aria-label="Diagram" tabindex="0"><svg width="${width}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${inside}</svg></div><details><summary>As a list</summary><pre tabindex="0">${escapeHtml(list)}</pre></details></figure>\n`;
}

function box({ label, x, y, width }: Box): string {
  const rect = `<rect x="${round(x - width / 2)}" y="${round(y - BOX_HEIGHT / 2)}" width="${round(width)}" height="${BOX_HEIGHT}" rx="5"/>`;
  return `${rect}<text x="${round(x)}" y="${round(y + 4.5)}">${escapeHtml(label)}</text>`;
}

/** A line through its points, upright at each, with a head at the end. */
function arrow(points: Layout['arrows'][number]): string {
  const [first, ...others] = points.map(([x, y], index): readonly [number, number] => {
    if (index === 0) return [x, y + BOX_HEIGHT / 2];
    return index === points.length - 1 ? [x, y - BOX_HEIGHT / 2 - HEAD] : [x, y];
  });
  if (first === undefined) return '';
  let [fromX, fromY] = first;
  const curves = others.map(([x, y]) => {
    const middle = round((fromY + y) / 2);
    const curve = `C${round(fromX)} ${middle} ${round(x)} ${middle} ${round(x)} ${round(y)}`;
    [fromX, fromY] = [x, y];
    return curve;
  });
  const head = `M${round(fromX - HEAD / 2)} ${round(fromY)}h${HEAD}l${-HEAD / 2} ${HEAD}z`;
  return `<path class="line" d="M${round(first[0])} ${round(first[1])}${curves.join('')}"/><path class="head" d="${head}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
