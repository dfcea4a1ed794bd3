import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '@countersign/shared/kernel/log';
import type { Vault } from '@countersign/shared/keys/vault';
import { failIssuance, refused } from '../../src/claims/settle-claims.ts';
import type { IssuanceSession } from '../../src/session/issuance-session.ts';
import { given } from '../protocol/issuance-given.ts';

const ID = 'a-session-id-of-some-length';
const session = { id: ID, tenant: 't', issuance: { ...given('token_issued'), configurationIds: ['one', 'two'] } };
const vault = { seal: (text: string, context: string) => `${context}|${text}` } as unknown as Vault;
const finding = { pointer: '/one/name', detail: 'is required', configuration: 'one' };
const NONE = 'the answer has claims for none of the offered configurations';

function refusal(answer?: Readonly<Record<string, object>>) {
  const lines: string[] = [];
  const log = createLog(
    'warn',
    () => 0,
    (line) => lines.push(line),
  );
  const sealed = refused({ log }, vault, session as unknown as IssuanceSession, finding, answer as never);
  return { sealed, lines };
}

test('a refusal is sealed for the session, and leaves a line with the place alone', () => {
  const { sealed, lines } = refusal();
  assert.equal(sealed, `session/${ID}/claims-finding|/one/name: is required`);
  const { time: _, ...line } = JSON.parse(lines.join(''));
  assert.deepEqual(line, {
    ...{ level: 'warn', message: 'claims refused', session: ID.slice(0, 16), tenant: 't' },
    ...{ pointer: '/one/name', configuration: 'one' },
  });
});

test('where the webhook named none of the configurations, the session says so', () => {
  assert.ok(!refusal({ two: {} }).sealed.includes(NONE));
  assert.ok(refusal({ three: {} }).sealed.endsWith(`/one/name: is required; ${NONE}`));
  assert.ok(refusal({}).sealed.endsWith(NONE));
});

test('the end of an issuance keeps what it is about, and its event says the reason alone', () => {
  const settings = { PUBLIC_URL: 'https://issuer.example' };
  const platform = { clock: () => 0, random: (bytes: number) => Buffer.alloc(bytes), settings } as never;
  const { issuance, events = [] } = failIssuance(platform, session as never, 'claims_invalid', 'SEALED');
  const { progress } = issuance;
  assert.ok(progress.state === 'failed' && progress.sealedDescription === 'SEALED' && progress.grant !== undefined);
  assert.deepEqual(
    events.map(({ event: { data } }) => data),
    [{ session: ID, tenant: 't', reason: 'claims_invalid' }],
  );
});
