/** A receiver that fails, in both languages: since when, the last response, and what resending covers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { FailingTarget } from '../../../src/pages/webhooks/failing-targets.tsx';
import { language } from '../../../src/state/settings.ts';
import { loadGerman } from '../../../src/text/reason-text.ts';

const target = {
  target: 'https://backend.example',
  delivered: 1,
  failed: 3,
  waiting: 2,
  dead: 1,
  failing: {
    since: '2030-01-01T10:00:00.000Z',
    deadFrom: '2030-01-01T10:00:00.000Z',
    last: {
      at: '2030-01-01T11:00:00.000Z',
      milliseconds: 9,
      status: 422,
      error: 'status',
      description: 'Not 2xx',
      answer: { type: 'application/problem+json', code: 'unknown_session', title: 'Unknown session' },
    },
  },
};

test('since when, the last response, how many, and resending for an operator', () => {
  const html = renderToString(<FailingTarget target={target} onResend={() => undefined} />);
  assert.match(html, /https:\/\/backend\.example is failing.*Failing since.*datetime="2030-01-01T10:00/s);
  assert.match(html, /HTTP 422 \(Unknown session, unknown_session, application\/problem\+json\)\..*Not 2xx/s);
  assert.match(html, /2 pending, 1 failed\..*Resend failed ones/s);
  const reader = renderToString(<FailingTarget target={target} onResend={undefined} />);
  assert.ok(!reader.includes('<button'));
  const { failing: _, ...well } = target;
  assert.equal(renderToString(<FailingTarget target={well} onResend={undefined} />), '');
  const { deadFrom: __, ...waits } = target.failing;
  const waiting = renderToString(<FailingTarget target={{ ...target, failing: waits }} onResend={() => undefined} />);
  assert.ok(!waiting.includes('<button'), 'nothing has failed for good');
});

test('German', async () => {
  language.value = 'de';
  await loadGerman();
  try {
    const html = renderToString(<FailingTarget target={target} onResend={() => undefined} />);
    assert.match(html, /schlagen fehl.*Letzte Antwort.*anderen Status als 2xx.*2 ausstehend, 1 fehlgeschlagen/s);
    assert.ok(!html.includes('Not 2xx'));
  } finally {
    language.value = 'en';
  }
});
