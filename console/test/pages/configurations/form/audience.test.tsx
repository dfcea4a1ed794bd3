import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { withAudience } from '../../../../src/pages/configurations/form/audience.ts';
import { AudienceSection } from '../../../../src/pages/configurations/form/audience-section.tsx';
import type { Document } from '../../../../src/pages/configurations/form/document.ts';
import { EuropeanSection } from '../../../../src/pages/configurations/form/european-section.tsx';
import { entryLines, withEntryLines } from '../../../../src/pages/configurations/form/line-entries.ts';
import { placeOfError } from '../../../../src/pages/configurations/form/place-of-error.ts';
import { SchemeSection } from '../../../../src/pages/configurations/form/scheme-section.tsx';
import { reviewText, withId } from '../../../../src/pages/configurations/review.ts';
import { recordOf, recordsOf } from '../../../../src/parts/records.ts';

const schema = withId(
  JSON.parse(readFileSync(new URL('../../../../../../docs/reference/schemas/issuance.json', import.meta.url), 'utf8')),
);
const [staffCard = {}] = recordsOf(schema.examples);
const KEY = '0123456789abcdef0123456789abcdef';
const PARTIES = { first: 'identifier', rest: 'entitlement' };

function rendered(Section: typeof AudienceSection, document: Document, errors: Readonly<Record<string, string>> = {}) {
  const form = { document, schema, edit: () => undefined, errorAt: (pointer: string) => errors[pointer] };
  return renderToString(<Section form={form} />);
}

function mistakesIn(document: Document): readonly (string | undefined)[] {
  return reviewText(JSON.stringify(document), { schema, refused: [] }).mistakes.map(({ pointer }) => pointer);
}

test('choosing an audience makes a complete policy, and the list of another one goes', () => {
  const place = ['disclosure_policy', 'parties'];
  const parties = withEntryLines(withAudience(staffCard, 'parties', KEY), place, {
    members: PARTIES,
    lines: ['NTRDE-HRB1', 'NTRDE-HRB2 https://example.org/library'],
  });
  const id = 'urn:uuid:01234567-89ab-4def-8123-456789abcdef';
  const entries = [
    { identifier: 'NTRDE-HRB1' },
    { identifier: 'NTRDE-HRB2', entitlement: 'https://example.org/library' },
  ];
  assert.deepEqual(parties.disclosure_policy, { id, type: 'parties', parties: entries });
  assert.deepEqual(mistakesIn(parties), []);
  const roots = withAudience(parties, 'roots', 'f'.repeat(32));
  assert.deepEqual(roots.disclosure_policy, { id, type: 'roots', roots: [] });
  assert.deepEqual(withAudience(roots, 'anyone', KEY).disclosure_policy, { id, type: 'anyone' });
  assert.deepEqual(withAudience(roots, undefined, KEY), staffCard);
});

test('a line that stays keeps what it does not show, and an incomplete one is a mistake', () => {
  const written = { identifier: 'NTRDE-HRB1', subject_dn: 'O=Library' };
  const document = { disclosure_policy: { parties: [written] } };
  const place = ['disclosure_policy', 'parties'];
  const more = withEntryLines(document, place, { members: PARTIES, lines: ['NTRDE-HRB1', 'B'] });
  assert.deepEqual(recordOf(more.disclosure_policy).parties, [written, { identifier: 'B' }]);
  assert.deepEqual(entryLines(more, place, PARTIES), ['NTRDE-HRB1', 'B']);
  const none = withEntryLines(more, place, { members: PARTIES, lines: [] });
  assert.deepEqual(none, { disclosure_policy: {} });
  const roots = { first: 'serial_number', rest: 'issuer_dn' };
  const half = withEntryLines(withAudience(staffCard, 'roots', KEY), ['disclosure_policy', 'roots'], {
    members: roots,
    lines: ['1F2A CN=Registrar, C=DE', '1F2B'],
  });
  assert.match(String(mistakesIn(half)), /^\/disclosure_policy\/roots\/1/);
});

test('the form shows the list that the audience needs, and an error at its field', () => {
  const policy = { id: 'urn:x:1', type: 'parties', parties: [{ identifier: 'NTRDE-HRB1' }] };
  const html = rendered(
    AudienceSection,
    { ...staffCard, disclosure_policy: policy },
    { '/disclosure_policy/parties': 'Twice.' },
  );
  assert.match(html, /<option value="parties" selected>Only certain parties/);
  assert.match(html, /name="\/disclosure_policy\/parties"[^>]*>NTRDE-HRB1/);
  assert.match(html, /Twice\./);
  assert.doesNotMatch(rendered(AudienceSection, staffCard), /disclosure_policy\/(parties|id)/);
  assert.deepEqual(placeOfError(staffCard, '/disclosure_policy/roots/0/issuer_dn'), {
    name: '/disclosure_policy/roots/0/issuer_dn',
    label: 'Disclosure policy',
  });
});

test('the scheme is shown with its level in words and its lists as lines', () => {
  const scheme = {
    version: '1.0.0',
    attestationLoS: 'iso_18045_moderate',
    trustedAuthorities: [{ frameworkType: 'etsi_tl', value: 'https://a.example/list', isLOTE: true }],
  };
  const html = rendered(SchemeSection, { ...staffCard, attestation_scheme: scheme });
  assert.match(html, /<option value="iso_18045_moderate" selected>Moderate/);
  assert.match(html, />etsi_tl https:\/\/a\.example\/list<\/textarea>/);
});

test('both are closed until the configuration has one of them', () => {
  const isOpen = (members: Document) =>
    rendered(EuropeanSection, { ...staffCard, ...members }).includes('<details open');
  assert.deepEqual([{}, { disclosure_policy: {} }, { attestation_scheme: {} }].map(isOpen), [false, true, true]);
});
