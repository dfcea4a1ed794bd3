/** The charts of webhooks, with the success rate in a sentence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { DeliveryCharts, type Summary } from '../../src/parts/delivery-charts.tsx';
import { language } from '../../src/state/settings.ts';

const summary: Summary = {
  from: '2030-01-01T00:00:00.000Z',
  until: '2030-01-01T02:00:00.000Z',
  complete: true,
  counts: { waiting: 0, delivered: 3, dead: 0 },
  times: [
    { at: '2030-01-01T00:00:00.000Z', delivered: 3, failed: 1, median: 20, p95: 80 },
    { at: '2030-01-01T01:00:00.000Z', delivered: 0, failed: 0 },
  ],
  targets: [],
};
const shown = (more: Partial<Summary> = {}) => renderToString(<DeliveryCharts summary={{ ...summary, ...more }} />);

test('the success rate, both charts, and whether all deliveries are counted', () => {
  const html = shown();
  assert.match(html, /75% of 4 attempts succeeded\./);
  assert.match(html, /Duration.*Highest: 80 ms.*20 ms.*80 ms/s);
  assert.ok(!html.includes('1,000 newest'));
  assert.match(shown({ complete: false }), /1,000 newest/);
  assert.match(shown({ times: summary.times.slice(1) }), /No attempts in this period/);
});

test('German', () => {
  language.value = 'de';
  try {
    assert.match(shown(), /75\s% von 4 Versuchen erfolgreich/);
  } finally {
    language.value = 'en';
  }
});
