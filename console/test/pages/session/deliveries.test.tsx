import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { DeliverySheet } from '../../../src/pages/session/deliveries.tsx';
import type { Delivery } from '../../../src/parts/delivery.ts';
import { language } from '../../../src/state/settings.ts';

afterEach(() => {
  language.value = 'en';
});

const delivery: Delivery = {
  id: 'd',
  type: 'credential.issued',
  target: 'https://b.example',
  state: 'dead',
  createdAt: '2026-01-26T09:30:00.000Z',
  reason: 'gone',
  description: 'The target wants <b>no more</b>',
  attempts: [
    { at: '2026-01-26T09:30:00.000Z', milliseconds: 12, error: 'timeout', description: 'It took too long', sent: 218 },
    { at: '2026-01-26T09:30:05.000Z', milliseconds: 7, status: 410, sent: 218, received: 4 },
  ],
};

test('each attempt with its answer, its duration and the sizes of the bodies; why it was given up', () => {
  const html = renderToString(<DeliverySheet delivery={delivery} busy={false} onReplay={() => undefined} />);
  assert.match(html, /failed[\s\S]*https:\/\/b\.example/);
  assert.match(html, /no response: It took too long[\s\S]*12 ms[\s\S]*218 bytes/);
  assert.match(html, />410<[\s\S]*7 ms[\s\S]*4 bytes/);
  assert.match(html, /The target wants &lt;b>no more/);
  assert.match(html, /aria-label="Resend credential.issued"/);
});

test('who may not send it again has no button; nor has a delivery that is being sent', () => {
  assert.doesNotMatch(
    renderToString(<DeliverySheet delivery={delivery} busy={false} onReplay={undefined} />),
    /button/,
  );
  const leased = { ...delivery, state: 'leased' } as const;
  assert.doesNotMatch(
    renderToString(<DeliverySheet delivery={leased} busy={false} onReplay={() => undefined} />),
    /button/,
  );
});

test('in German', () => {
  language.value = 'de';
  const html = renderToString(<DeliverySheet delivery={delivery} busy={false} onReplay={() => undefined} />);
  assert.match(html, /fehlgeschlagen[\s\S]*Erneut senden[\s\S]*keine Antwort/);
});
