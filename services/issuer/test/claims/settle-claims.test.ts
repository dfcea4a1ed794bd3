import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '@countersign/shared/kernel/log';
import type { Vault } from '@countersign/shared/keys/vault';
import { reportInvalidClaims } from '../../src/claims/settle-claims.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { given } from '../session/issuance-given.ts';

const ID = 'a-session-id-of-some-length';
const session = { id: ID, tenant: 't', issuance: { ...given('token_issued'), configurationIds: ['one', 'two'] } };
const vault = { seal: (text: string, context: string) => `${context}|${text}` } as unknown as Vault;
const finding = { pointer: '/one/name', detail: 'is required', configuration: 'one' };
const NONE = 'the response has no claims for any offered configuration';

function refusal(answer?: Readonly<Record<string, object>>) {
  const lines: string[] = [];
  const log = createLog(
    'warn',
    () => 0,
    (line) => lines.push(line),
  );
  const sealed = reportInvalidClaims({ log }, vault, {
    session: session as unknown as IssuanceSession,
    finding,
    given: answer as never,
  });
  return { sealed, lines };
}

test('a refusal is sealed for the session, and logs the place alone', () => {
  const { sealed, lines } = refusal();
  assert.equal(sealed, `session/${ID}/claims-finding|/one/name: is required`);
  const { time: _, ...line } = JSON.parse(lines.join(''));
  assert.deepEqual(line, {
    level: 'warn',
    message: 'claims refused',
    session: ID.slice(0, 16),
    tenant: 't',
    pointer: '/one/name',
    configuration: 'one',
  });
});

test('an answer without any of the configurations is reported in the session', () => {
  assert.ok(!refusal({ two: {} }).sealed.includes(NONE));
  assert.ok(refusal({ three: {} }).sealed.endsWith(`/one/name: is required; ${NONE}`));
  assert.ok(refusal({}).sealed.endsWith(NONE));
});
