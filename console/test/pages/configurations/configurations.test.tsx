/** What the page "Configurations" shows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { askedOf } from '../../../src/pages/configurations/asked-claims.ts';
import type { Listed } from '../../../src/pages/configurations/configuration-kinds.ts';
import { KindSection } from '../../../src/pages/configurations/configuration-list.tsx';
import { Report, Steps } from '../../../src/pages/configurations/dry-run-view.tsx';
import { Mistakes } from '../../../src/pages/configurations/mistakes.tsx';
import { AskedView, Card, CredentialView } from '../../../src/pages/configurations/preview.tsx';
import { session } from '../../../src/state/session.ts';
import { language } from '../../../src/state/settings.ts';

const pid = {
  id: 'pid',
  ...JSON.parse(readFileSync(new URL('../../../../../test/samples/issuance/pid.json', import.meta.url), 'utf8')),
};
const signedIn = { state: 'in', tenant: 'default', variant: 'a', name: 'n', expiresAt: '' } as const;

test('the list names source and mistakes with line and pointer; only an administrator begins a new one', () => {
  const broken: Listed = { ...pid, source: 'file', findings: [{ pointer: '/claims/given_name', detail: 'is wrong' }] };
  const away: Listed = { id: 'away', source: 'file', error: [{ pointer: '', detail: 'is not valid JSON' }] };
  session.value = { ...signedIn, role: 'admin' };
  const html = renderToString(<KindSection kind="issuance" items={[broken, away]} />);
  assert.match(html, /Person Identification Data/);
  assert.match(html, /Line \d+ <code>\/claims\/given_name<\/code> is wrong/);
  assert.match(html, /ignored.*is not valid JSON/s);
  assert.match(html, /New credential/);
  session.value = { ...signedIn, role: 'viewer' };
  assert.ok(!renderToString(<KindSection kind="issuance" items={[]} />).includes('New credential'));
});

test('the card has the colours, the logo and the claims by their names', () => {
  session.value = { ...signedIn, role: 'admin', tenant: 'root' };
  language.value = 'de';
  try {
    const html = renderToString(<CredentialView configuration={pid} />);
    assert.match(html, /Personenidentifikationsdaten.*Vorname.*Erika/s);
    assert.match(html, /src="\/root\/public\/authority\.svg"/);
  } finally {
    language.value = 'en';
  }
  const hostile = { locale: '', name: '<script>alert(1)</script>', background: '#fff', text: '#eee', contrast: 1.2 };
  const card = renderToString(<Card face={hostile} />);
  assert.ok(!card.includes('<script>'));
  assert.match(card, /hard to read/);
});

test('what is asked, in words, with alternatives', () => {
  const query = {
    credentials: [{ id: 'a', claims: [{ id: 'n', path: ['name'], values: ['x'] }], claim_sets: [['n']] }, { id: 'b' }],
    credential_sets: [{ options: [['a'], ['b']] }],
  };
  const html = renderToString(<AskedView asked={askedOf({ dcql_query: query }, { language: 'en', issued: [] })} />);
  assert.match(html, /No purpose/);
  assert.match(html, /name<\/code> \(only x\)/);
  assert.match(html, /One of:\s*a or b/);
  assert.match(renderToString(<AskedView asked={{ credentials: [], sets: [] }} />), /Nothing is requested/);
});

test('mistakes, steps and the report', () => {
  const what = { pointer: '/a', rule: 'type', expected: 'object' } as const;
  const mistakes = [{ pointer: '/a', line: 3, from: 1, to: 2, what }];
  const shown = renderToString(<Mistakes mistakes={mistakes} onGoTo={() => undefined} />);
  assert.match(shown, /Line 3.*must be: object/s);
  const step = { step: 'token', method: 'POST', url: '/token', status: 400, ms: 3, outcome: 'refused' } as const;
  assert.match(renderToString(<Steps steps={[step]} />), /refused.*Access token.*400, 3 ms/s);
  const report = {
    outcome: 'refused',
    steps: [step],
    refusal: { step: 'token', by: 'server', explanation: 'The grant is spent', hint: 'Make a new offer' },
    warnings: [{ code: 'c', pointer: '/config', detail: 'It will go wrong', hint: 'Change it' }],
    profiles: [{ profile: 'Some wallet', source: 'profile', takes: false, why: ['No logo'] }],
    revoked: 0,
    erased: true,
  } as const;
  const html = renderToString(<Report report={report} />);
  assert.match(
    html,
    /was refused.*grant is spent.*Make a new offer.*One warning.*It will go wrong.*refuses it.*No logo/s,
  );
});
