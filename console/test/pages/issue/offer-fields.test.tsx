import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { OfferFields } from '../../../src/pages/issue/offer-fields.tsx';
import type { CredentialConfiguration } from '../../../src/parts/flow/configuration.ts';

const all: readonly CredentialConfiguration[] = [
  {
    id: 'diploma',
    config: {
      display: [{ name: '<b>Diploma</b>', locale: 'en' }],
      credential_metadata: { claims: [{ path: ['name'], display: [{ name: 'Full name', locale: 'en-GB' }] }] },
    },
    claims: { name: 'Erika' },
    schema: { type: 'object', properties: { name: { type: 'string' }, vct: { type: 'string' } }, required: ['name'] },
  },
  { id: 'member', claims: {}, presentation_during_issuance: { webhook: 'https://b.example' } },
];

function shown(first: number): string {
  return renderToString(
    <OfferFields all={all} first={all[first] as CredentialConfiguration} onMade={() => undefined} />,
  );
}

test('the configurations by their names, the fields of the claims, and a transaction code for the flow that has one', () => {
  const html = shown(0);
  assert.match(html, /<option[^>]*>&lt;b>Diploma&lt;\/b> \(diploma\)/);
  // Empty: nobody issues the sample with one click.
  assert.doesNotMatch(html, /Erika/);
  assert.match(html, /Full name[\s\S]*name="\/name"/);
  assert.doesNotMatch(html, /\/vct/);
  assert.match(html, /transaction code[\s\S]*Fill in sample data[\s\S]*Write as JSON[\s\S]*Create offer/);
});

test('where a webhook gives the claims, none are asked for', () => {
  const html = shown(1);
  assert.doesNotMatch(html, /<textarea|transaction code|Write as JSON/);
  assert.match(html, /Send claims with this offer/);
});
