/** A plot of lines as SVG. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linePlot } from '@countersign/bench/results/line-plot';

const plot = (series: Parameters<typeof linePlot>[0]['series']): string =>
  linePlot({ title: 'Memory, MB', subtitle: 'a < b & c', across: 'flows', series });

const line = (name: string, ...values: readonly number[]) => ({
  name,
  points: values.map((value, index) => [index * 1000, value] as const),
});

test('points lie between the axes, the first at the left and the largest of a round axis at its top', () => {
  const svg = plot([line('own', 0, 50, 100)]);
  assert.match(svg, /<polyline points="56,316 373,190 690,64" class="s0"\/>/);
});

test('axes have round values', () => {
  const svg = plot([line('own', 0, 90, 187)]);
  const values = [...svg.matchAll(/class="soft" text-anchor="(?:end|middle)">([^<]*)</g)].map(([, value]) => value);
  assert.deepEqual(values, ['0', '50', '100', '150', '200', '0', '500', '1,000', '1,500', '2,000 flows']);
});

test('texts are escaped, and what is drawn is said', () => {
  const svg = plot([line('own', 0, 20), line('heap', 0, 10)]);
  assert.match(svg, /<desc>a &lt; b &amp; c\. At the end: own 20, heap 10\.<\/desc>/);
});

test('names of lines that end at the same height do not meet', () => {
  const svg = plot([line('own', 0, 20), line('heap', 0, 20), line('mapped', 0, 20)]);
  const heights = [...svg.matchAll(/<text x="700" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  assert.deepEqual(heights, [68, 84, 100]);
});
