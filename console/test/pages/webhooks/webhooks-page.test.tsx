/** The page "Webhooks": deliveries, results of a replay, of a test call, and the secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { configuredWebhooks } from '../../../src/pages/webhooks/configured-webhooks.ts';
import { type Delivery, DeliveryTable } from '../../../src/pages/webhooks/delivery-table.tsx';
import { replayed } from '../../../src/pages/webhooks/replay-result.ts';
import { SecretState } from '../../../src/pages/webhooks/secret.tsx';
import { TestOutcome } from '../../../src/pages/webhooks/test-call.tsx';
import { language } from '../../../src/state/settings.ts';

const dead: Delivery = {
  id: 'd-1',
  session: 's/1',
  type: '<img src=x onerror=alert(1)>',
  target: 'https://backend.example',
  state: 'dead',
  createdAt: '2030-01-01T00:00:00.000Z',
  reason: 'exhausted',
  description: 'Every try failed',
  attempts: [
    { at: '2030-01-01T00:00:01.000Z', milliseconds: 5, error: 'dns', description: 'The host name has no address' },
    { at: '2030-01-01T00:00:09.000Z', milliseconds: 7, status: 500, error: 'status', description: 'No 2xx' },
  ],
};

test('a delivery shows its last attempt and why it was given up; texts of others stay text', () => {
  const html = renderToString(<DeliveryTable items={[dead]} />);
  assert.match(html, /HTTP 500\..*No 2xx/s);
  assert.match(html, /\/console\/webhooks\?delivery=d-1"/);
  assert.match(html, /Every try failed/);
  assert.match(html, /\/console\/sessions\/s%2F1"/);
  assert.ok(!html.includes('<img'));
  assert.ok(!html.includes('checkbox') && !html.includes('Resend'), 'a viewer only reads');
});

test('an operator chooses and sends again, not what is being sent', () => {
  const items = [dead, { ...dead, id: 'd-2', state: 'leased' } as const];
  const nothing = () => undefined;
  const html = renderToString(
    <DeliveryTable items={items} chosen={new Set(['d-2'])} onToggle={nothing} onReplay={nothing} />,
  );
  assert.equal(html.match(/type="checkbox"/g)?.length, 2);
  assert.equal(html.match(/>Resend</g)?.length, 1);
  assert.match(html, /aria-label="Resend [^"]*, d-1"/);
});

test('what was sent again is counted, and what was not keeps its reason', () => {
  const refused = { id: 'b', result: 'session_over', description: 'The session is gone' };
  assert.deepEqual(replayed([{ id: 'a', result: 'replayed' }, refused]), { sent: 1, refused: [refused] });
});

test('the webhooks of configurations, by what a test call names them', () => {
  const found = configuredWebhooks(
    [
      { id: 'pid', presentation_during_issuance: { webhook: 'https://a.example' }, refresh: { webhook: {} } },
      { id: 'plain', refresh: {} },
    ],
    [{ id: 'name-check', webhook: { url: 'https://b.example' } }, { id: 'silent' }],
  );
  assert.deepEqual(found, [
    { kind: 'presentation', configurationId: 'name-check' },
    { kind: 'issuance', configurationId: 'pid' },
    { kind: 'refresh', configurationId: 'pid' },
  ]);
});

test('a test call says what happened and what to change', () => {
  const failed = { id: 't', target: 'https://b.example', outcome: 'failed', milliseconds: 9, error: 'tls' } as const;
  const html = renderToString(<TestOutcome result={{ ...failed, description: 'TLS failed', hint: 'Renew it' }} />);
  assert.match(html, /role="alert".*TLS failed.*Renew it.*9 ms/s);
  const done = renderToString(<TestOutcome result={{ ...failed, outcome: 'delivered', status: 204 }} />);
  assert.match(done, /role="status".*HTTP 204/s);
});

test('the secret is shown as it came, with those that sign too, in both languages', () => {
  const secret = { secret: 'whsec_…abcd', generation: 2, earlier: [{ generation: 1, until: '2030-01-02T00:00:00Z' }] };
  assert.match(renderToString(<SecretState secret={secret} />), /whsec_…abcd.*Secret 1/s);
  language.value = 'de';
  try {
    assert.match(renderToString(<SecretState secret={secret} />), /Geheimnis 1/);
  } finally {
    language.value = 'en';
  }
});
