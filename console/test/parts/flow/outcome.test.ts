import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { outcomeOf } from '../../../src/parts/flow/outcome.ts';
import type { SessionView } from '../../../src/parts/flow/session-view.ts';
import { language } from '../../../src/state/settings.ts';
import { loadGerman } from '../../../src/text/reason-text.ts';

const at = '2026-01-26T09:30:00.000Z';
const base = { id: 's', createdAt: at };
const issuance = (status: string, more: Partial<SessionView> = {}): SessionView => ({
  ...base,
  kind: 'issuance',
  status,
  ...more,
});
const presentation = (status: string, more: Partial<SessionView> = {}): SessionView => ({
  ...base,
  kind: 'presentation',
  status,
  ...more,
});
const revoked = { code: 'revoked', reason: 'revoked', explanation: 'It was revoked.', hint: 'Ask for a new one.' };

afterEach(() => {
  language.value = 'en';
});

test('an issuance: created, scanned, opened, issued, and what became of it', () => {
  assert.deepEqual(outcomeOf(issuance('created')), {
    tone: 'plain',
    over: false,
    title: 'Offer created',
    text: 'Have it scanned with a wallet.',
  });
  assert.equal(outcomeOf(issuance('created'), true).title, 'Scanned by a wallet');
  assert.match(outcomeOf(issuance('token_issued')).text ?? '', /fetching/);
  assert.match(outcomeOf(issuance('token_issued', { claimsStatus: 'expected' })).text ?? '', /your backend/);
  const issued = outcomeOf(issuance('issued'));
  assert.deepEqual([issued.title, issued.tone, issued.over], ['Issued', 'good', true]);
  assert.match(outcomeOf(issuance('completed')).text ?? '', /saved/);
  const credential = (value: 0 | 1 | 2) => ({
    credentialConfigurationId: 'pid',
    issuedAt: at,
    status: { uri: 'u', idx: 1, value },
  });
  const gone = outcomeOf(issuance('issued', { issued: [credential(1), credential(1)] }));
  assert.deepEqual([gone.title, gone.tone], ['Issued, then revoked', 'bad']);
  assert.equal(outcomeOf(issuance('issued', { issued: [credential(2)] })).tone, 'warn');
  assert.equal(outcomeOf(issuance('issued', { issued: [credential(0), credential(1)] })).title, 'Issued');
});

test('a verified presentation names what was verified, without the members that describe the credential', () => {
  const values = { iss: 'i', vct: 'v', exp: 1, given_name: 'Erika', birthdate: '2000-01-01' };
  const credentials = [{ id: 'pid', values }];
  assert.equal(outcomeOf(presentation('verified', { credentials })).title, 'Verified: given name, date of birth');
  assert.equal(outcomeOf(presentation('verified')).title, 'Verified');
  const elements = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, 1]));
  const mdoc = [{ id: 'mdl', values: { 'org.iso.18013.5.1': elements } }];
  assert.equal(
    outcomeOf(presentation('verified', { credentials: mdoc })).title,
    'Verified: a, b, c, d, e, f and 2 more',
  );
});

test('a refusal says its cause in the title, the sentence and the remedy, in the language of the person', async () => {
  const refused = presentation('rejected', { error: revoked });
  const { title, text, hint, tone, refusal } = outcomeOf(refused);
  assert.deepEqual(
    [title, text, hint, tone],
    ['Refused: credential revoked', 'It was revoked.', 'Ask for a new one.', 'bad'],
  );
  assert.equal(refusal, refused.error);
  await loadGerman();
  language.value = 'de';
  const german = outcomeOf(refused);
  assert.equal(german.title, 'Abgelehnt: Nachweis widerrufen');
  assert.match(german.text ?? '', /widerrufen/);
  assert.match(german.hint ?? '', /^Bitten Sie/);
});

test('a user who declined is no error of the wallet', () => {
  const error = {
    code: 'access_denied',
    reason: 'wallet_error',
    explanation: 'The wallet sent an error.',
    hint: 'Look it up.',
  };
  const declined = outcomeOf(presentation('rejected', { error }));
  assert.equal(declined.title, 'Refused: declined by the user');
  assert.match(declined.text ?? '', /Nothing was shared/);
  const other = outcomeOf(presentation('rejected', { error: { ...error, code: 'invalid_request' } }));
  assert.deepEqual([other.title, other.text], ['Refused', 'The wallet sent an error.']);
  const page = { code: 'declined', reason: 'user_denied', explanation: 'Declined on the page.' };
  assert.equal(outcomeOf(issuance('failed', { error: page })).title, 'Not issued: declined by the user');
  assert.equal(outcomeOf(issuance('failed', { error: { code: 'of_later' } })).text, 'of_later');
});

test('what expired says whether anything came; an open flow shows its last refusal as a warning', () => {
  const late = outcomeOf(presentation('expired'));
  assert.deepEqual([late.title, late.tone, late.text], ['Expired', 'warn', 'No valid response arrived in time.']);
  assert.match(outcomeOf(issuance('expired')).text ?? '', /not collected/);
  assert.match(outcomeOf(presentation('expired', { error: revoked })).text ?? '', /in time\. It was revoked\./);
  const again = outcomeOf(presentation('requested', { error: revoked }));
  assert.deepEqual([again.title, again.tone, again.over], ['Refused: credential revoked', 'bad', true]);
  assert.match(again.text ?? '', /It was revoked\. .*can present again/);
  const lastError = { ...revoked, code: 'access_denied', step: 'token', at, description: 'd' } as const;
  const open = outcomeOf(issuance('token_issued', { lastError }));
  assert.deepEqual([open.title, open.tone, open.over], ['Opened in a wallet', 'warn', false]);
  assert.match(open.text ?? '', /It was revoked\. .*can try again/);
  assert.equal(outcomeOf(issuance('issued', { lastError })).refusal, undefined, 'the wallet has succeeded since');
});
