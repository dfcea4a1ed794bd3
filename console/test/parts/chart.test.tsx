/** Charts: bars for what happened, and the same numbers as a table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Chart, type Series } from '../../src/parts/chart.tsx';
import { language } from '../../src/state/settings.ts';

const times = ['2030-01-01T00:00:00.000Z', '2030-01-01T01:00:00.000Z', '2030-01-01T02:00:00.000Z'];
const series: readonly Series[] = [
  { title: 'succeeded', tone: 'good', values: [3, 0, 1500] },
  { title: 'failed', tone: 'bad', values: [1, 0, 0] },
];

test('stacked bars stand on each other, and the table has each time with a number', () => {
  const html = renderToString(<Chart title="Attempts" times={times} series={series} stacked />);
  const bars = [...html.matchAll(/<rect class="(\w+)" x="(\d+)" y="([\d.]+)" width="8" height="([\d.]+)"/g)];
  assert.deepEqual(
    bars.map(([, tone, x]) => [tone, x]),
    [
      ['good', '0'],
      ['bad', '0'],
      ['good', '20'],
    ],
  );
  const [good, bad] = bars.map(([, , , y, height]) => [Number(y), Number(height)] as const);
  assert.ok(Math.abs((bad?.[0] ?? 0) + (bad?.[1] ?? 0) - (good?.[0] ?? 0)) < 1e-6, 'the second is on the first');
  assert.match(html, /Highest: 1,500/);
  assert.equal(html.match(/<tr>/g)?.length, 3, 'the head and two rows');
  assert.match(html, /data-title="succeeded".*3.*data-title="failed".*1/s);
});

test('a period without numbers says so, and German numbers have a point', () => {
  const nothing = renderToString(
    <Chart title="Attempts" times={times} series={[{ ...series[1], values: [0, 0, 0] } as Series]} />,
  );
  assert.match(nothing, /Nothing in this period/);
  assert.ok(!nothing.includes('<svg'));
  language.value = 'de';
  try {
    assert.match(
      renderToString(<Chart title="Dauer" times={times} series={series} unit="ms" />),
      /Höchster Wert: 1\.500 ms/,
    );
  } finally {
    language.value = 'en';
  }
});
