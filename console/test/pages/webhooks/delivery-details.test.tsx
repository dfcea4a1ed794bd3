/** One delivery: the request without claims, and each attempt with what is known of its response. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { DeliverySections, type ShownDelivery } from '../../../src/pages/webhooks/delivery-details.tsx';

const delivery: ShownDelivery = {
  id: 'd-1',
  session: 's-1',
  type: 'presentation.verified',
  target: 'https://backend.example',
  state: 'dead',
  createdAt: '2030-01-01T00:00:00.000Z',
  reason: 'exhausted',
  description: 'Every try failed',
  attempts: [
    { at: '2030-01-01T00:00:01.000Z', milliseconds: 5, error: 'dns', description: 'No address' },
    {
      at: '2030-01-01T00:00:09.000Z',
      milliseconds: 7,
      status: 500,
      error: 'status',
      description: 'No 2xx',
      sent: 120,
      received: 40,
      answer: { type: 'text/html' },
    },
  ],
  request: {
    method: 'POST',
    target: 'https://backend.example',
    headers: { 'webhook-id': 'd-1' },
    payload: { type: 'presentation.verified', session: '<s>' },
    withheld: ['credentials'],
  },
};

test('request, payload, what is withheld, and each attempt', () => {
  const html = renderToString(<DeliverySections delivery={delivery} resend={null} />);
  assert.match(html, /Presentation verified.*failed.*Every try failed.*presentation\.<wbr\/?>verified/s);
  assert.match(html, /No response\..*No address.*5 ms/s);
  assert.match(html, /HTTP 500 \(text\/html\)\..*No 2xx.*7 ms.*120 bytes.*40 bytes/s);
  assert.match(html, /Response bodies aren.{1,5}t kept/);
  assert.match(html, /POST.*webhook-id.*d-1.*claims \(credentials\) are left out.*&lt;s>/s);
  const own = { ...delivery, request: { ...delivery.request, withheld: [] } };
  assert.ok(!renderToString(<DeliverySections delivery={own} resend={null} />).includes('are left out'));
});
