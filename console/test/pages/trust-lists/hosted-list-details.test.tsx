/** One published trust list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Entities, History } from '../../../src/pages/trust-lists/hosted-list-details.tsx';

const certificate = { subject: 'CN=PID CA', sha256: 'ab', notAfter: '2029-01-01T00:00:00.000Z', pem: 'PEM' };
const version = { issuedAt: '2029-01-01T00:00:00.000Z', sha256: 'ab', bytes: 1, revision: 1 };

test('an entity has its name, its services, and the days left of each certificate', () => {
  const entity = {
    id: 'ministry',
    name: [
      { lang: 'de', value: 'Ministerium' },
      { lang: 'en', value: 'Ministry' },
    ],
    addresses: [],
    contacts: [],
    services: [
      {
        purpose: 'issuance' as const,
        name: [{ lang: 'fr', value: 'PIDs' }],
        certificates: [{ ...certificate, daysLeft: 12 }],
      },
    ],
  };
  const html = renderToString(<Entities entities={[entity]} />);
  assert.match(html, /Ministry[\s\S]*ministry[\s\S]*PIDs, issuance[\s\S]*CN=PID CA[\s\S]*badge warn">12 days left/);
  assert.match(renderToString(<Entities entities={[]} />), /No entities yet/);
});

test('the history says who changed what, and what the server did', () => {
  const html = renderToString(
    <History
      versions={[
        { ...version, sequenceNumber: 2, change: 'signed', entities: 1 },
        { ...version, sequenceNumber: 1, change: 'entity-written', entity: 'ministry', by: 'desk', entities: 1 },
      ]}
    />,
  );
  assert.match(html, /Signed again[\s\S]*the server[\s\S]*Entity stored: ministry[\s\S]*desk/);
});
