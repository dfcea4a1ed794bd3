import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openAccount } from '../../src/acme/acme-account.ts';
import { advanceOrder, type OrderParts, type OrderStep, placeOrder } from '../../src/acme/acme-order.ts';
import { chooseChain } from '../../src/acme/certificate-chains.ts';
import { makeTestAuthority } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { LEAF, orderParts, refusalOf } from './acme-client.ts';
import { createMockAuthority, HOST, MAC_KEY, type MockAuthority, type MockOptions, problem } from './mock-authority.ts';

async function client(
  options: MockOptions = {},
): Promise<{ readonly mock: MockAuthority; readonly parts: OrderParts }> {
  const published: { current?: Map<string, string> } = {};
  const mock = await createMockAuthority({ lookUp: async (token) => published.current?.get(token), ...options });
  const made = orderParts(mock);
  published.current = made.published;
  const { exchange, key } = made.parts;
  const externalAccount = options.externalAccount === true ? { externalAccount: { kid: 'eab-1', key: MAC_KEY } } : {};
  const account = await openAccount(exchange, { key, contact: [], termsOfServiceAgreed: true, ...externalAccount });
  return { mock, parts: { ...made.parts, account } };
}

/** Goes on until there is a certificate. */
async function obtain(parts: OrderParts): Promise<OrderStep> {
  const url = await placeOrder(parts);
  let step = await advanceOrder(parts, url);
  for (let turn = 0; step.state === 'waiting' && turn < 10; turn += 1) step = await advanceOrder(parts, url);
  return step;
}

function chainsOf(step: OrderStep): readonly string[] {
  assert.equal(step.state, 'issued');
  return step.state === 'issued' ? step.chains : [];
}

describe('a certificate by ACME', () => {
  it('comes after the challenge was answered, with the chains that the authority offers', async () => {
    const { mock, parts } = await client();
    const chains = chainsOf(await obtain(parts));
    assert.equal(chains.length, 2);
    const chain = chooseChain(chains, { kid: LEAF, anchors: [mock.root.certificate], now: NOW });
    assert.equal(chain.length, 2);
  });

  it('comes without a challenge where the account is authorized', async () => {
    const { mock, parts } = await client({ preauthorized: true });
    assert.equal(chainsOf(await obtain(parts)).length, 2);
    assert.deepEqual(
      mock.asked.filter((path) => path.startsWith('/chall')),
      [],
    );
  });

  it('comes with the registration certificate where the authority issues both', async () => {
    const { parts } = await client({ preauthorized: true, registrationCertificate: 'a.b.c' });
    const step = await obtain(parts);
    assert.equal(step.state === 'issued' && step.registrationCertificate, 'a.b.c');
  });

  it('waits while the authority works on it', async () => {
    const { mock, parts } = await client({ preauthorized: true });
    mock.faults.processing = 3;
    const url = await placeOrder(parts);
    assert.equal((await advanceOrder(parts, url)).state, 'waiting');
    assert.equal((await advanceOrder(parts, url)).state, 'waiting');
    assert.equal(chainsOf(await obtain(parts)).length, 2);
  });

  it('names the instance, so that the certificates of others stay valid', async () => {
    const { mock, parts } = await client({ preauthorized: true });
    await obtain(parts);
    const { payload } = JSON.parse(mock.sent[mock.asked.indexOf('/new-order')] ?? '') as { readonly payload: string };
    assert.match(Buffer.from(payload, 'base64url').toString(), /"instanceId":"shop-1"/);
  });
});

describe('an account', () => {
  it('is bound to the external account', async () => {
    const { mock } = await client({ externalAccount: true });
    assert.ok(mock.asked.includes('/new-account'));
    assert.ok(!mock.sent.join().includes(MAC_KEY.toString()));
  });

  it('is refused here where the external account is missing, and there where its secret is wrong', async () => {
    const mock = await createMockAuthority({ externalAccount: true });
    const { exchange, key } = orderParts(mock).parts;
    const account = { key, contact: [], termsOfServiceAgreed: true };
    const missing = await refusalOf(openAccount(exchange, account));
    assert.equal(missing.facts.detail, 'external_account_missing');
    const wrong = { ...account, externalAccount: { kid: 'eab-1', key: Buffer.from('another secret') } };
    assert.equal((await refusalOf(openAccount(exchange, wrong))).reason, 'acme_account_refused');
  });
});

describe('what an authority may not do', () => {
  const foreign = 'https://other.example/somewhere';
  const places: readonly (readonly [name: string, path: RegExp, member: string])[] = [
    ['the directory', /directory$/, 'newOrder'],
    ['an order', /^\/order/, 'finalize'],
    ['a finished order', /^\/finalize/, 'certificate'],
  ];
  for (const [name, path, member] of places) {
    it(`names another host in ${name}: nothing is sent there`, async () => {
      const { mock, parts } = await client({ preauthorized: true });
      mock.faults.change = (at, body) => (path.test(at) && member in body ? { ...body, [member]: foreign } : body);
      const again = orderParts(mock, { account: parts.account }).parts;
      const refusal = await refusalOf(obtain(again));
      assert.equal(refusal.reason, 'acme_malformed');
      assert.equal(refusal.facts.detail, 'foreign_host');
    });
  }

  it('names another host for authorizations', async () => {
    const { mock, parts } = await client();
    mock.faults.change = (_, body) => ('authorizations' in body ? { ...body, authorizations: [foreign] } : body);
    assert.equal((await refusalOf(obtain(parts))).facts.detail, 'foreign_host');
  });

  it('answers for another relying party', async () => {
    const { mock, parts } = await client();
    const other = { type: 'wrp-id', value: 'NTRDE-HRB999999' };
    mock.faults.change = (_, body) => ('identifiers' in body ? { ...body, identifiers: [other] } : body);
    assert.equal((await refusalOf(placeOrder(parts))).facts.detail, 'other_identifiers');
    mock.faults.change = (_, body) => ('identifier' in body ? { ...body, identifier: other } : body);
    const refusal = await refusalOf(obtain(parts));
    assert.deepEqual([refusal.reason, refusal.facts.detail], ['acme_identifier_refused', 'other_authorization']);
  });

  it('certifies another key', async () => {
    const { mock, parts } = await client({ preauthorized: true });
    mock.faults.otherKey = 'somebody';
    const chains = chainsOf(await obtain(parts));
    assert.throws(() => chooseChain(chains, { kid: LEAF, anchors: [mock.root.certificate], now: NOW }), {
      reason: 'acme_certificate_refused',
    });
  });

  it('certifies under an authority that the tenant does not know', async () => {
    const { mock, parts } = await client({ preauthorized: true });
    mock.faults.issuer = await makeTestAuthority('somebody else', VALIDITY);
    const chains = chainsOf(await obtain(parts));
    const wanted = { kid: LEAF, anchors: [mock.root.certificate], now: NOW };
    assert.throws(() => chooseChain(chains, wanted), /acme_certificate_refused/);
    assert.equal(chooseChain(chains, { ...wanted, anchors: [] }).length, 2);
  });

  it('refuses nonces without end', async () => {
    const { mock, parts } = await client({ preauthorized: true });
    mock.faults.badNonces = 3;
    assert.equal(chainsOf(await obtain(parts)).length, 2);
    mock.faults.badNonces = 1000;
    const before = mock.asked.length;
    assert.equal((await refusalOf(placeOrder(parts))).facts.received, 'badNonce');
    assert.ok(mock.asked.length - before <= 6);
  });

  it('lists authorizations without end', async () => {
    const { mock, parts } = await client();
    const many = Array.from({ length: 1000 }, () => `${HOST}/authz/0`);
    mock.faults.change = (_, body) => ('authorizations' in body ? { ...body, authorizations: many } : body);
    assert.equal((await refusalOf(obtain(parts))).facts.detail, 'authorizations');
  });
});

describe('problems of an authority become reasons', () => {
  const cases: readonly (readonly [type: string, status: number, reason: string])[] = [
    ['rateLimited', 429, 'acme_rate_limited'],
    ['unknown', 429, 'acme_rate_limited'],
    ['accountDoesNotExist', 400, 'acme_account_refused'],
    ['userActionRequired', 403, 'acme_account_refused'],
    ['rejectedIdentifier', 400, 'acme_identifier_refused'],
    ['unauthorized', 403, 'acme_identifier_refused'],
    ['badCSR', 400, 'acme_request_refused'],
    ['serverInternal', 500, 'acme_unreachable'],
    ['unknown', 503, 'acme_unreachable'],
    ['__proto__', 400, 'acme_request_refused'],
  ];
  for (const [type, status, reason] of cases) {
    it(`${type} with ${status}`, async () => {
      const { mock, parts } = await client();
      mock.faults.answer = (path) => (path === '/new-order' ? problem(type, 'Why not', status) : undefined);
      assert.equal((await refusalOf(placeOrder(parts))).reason, reason);
    });
  }

  it('tells how long to wait, at most a day', async () => {
    const { mock, parts } = await client();
    const limited = (after: string) => () => problem('rateLimited', 'slow down', 429, { 'retry-after': after });
    const waits = async (after: string): Promise<number> => {
      mock.faults.answer = limited(after);
      return ((await refusalOf(placeOrder(parts))).retryAt ?? 0) - NOW;
    };
    assert.equal(await waits('120'), 120_000);
    assert.equal(await waits(new Date(NOW + 60_000).toUTCString()), 60_000);
    assert.equal(await waits('999999999'), 86_400_000);
    assert.equal(await waits(new Date(NOW - 60_000).toUTCString()), 0);
  });

  it('shows why a challenge failed, and not its token', async () => {
    const { parts } = await client({ lookUp: async () => 'something else' });
    const refusal = await refusalOf(obtain(parts));
    assert.equal(refusal.reason, 'acme_challenge_failed');
    assert.equal(refusal.facts.detail, 'The token … is not there');
  });

  it('says which challenges are offered where none can be answered', async () => {
    const { parts } = await client({ challenge: 'dns-01' });
    const refusal = await refusalOf(obtain(parts));
    assert.deepEqual([refusal.reason, refusal.facts.received], ['acme_challenge_unsupported', 'dns-01']);
  });

  it('knows answers that are not of the protocol', async () => {
    const { mock, parts } = await client();
    mock.faults.answer = (path) => (path === '/new-order' ? { status: 201, body: Buffer.from('<html>') } : undefined);
    assert.equal((await refusalOf(placeOrder(parts))).facts.detail, 'answer_not_json');
    mock.faults.answer = (path) => (path.startsWith('/order') ? { body: Buffer.from('{"status":"odd"}') } : undefined);
    assert.equal((await refusalOf(obtain(parts))).reason, 'acme_identifier_refused');
  });
});

describe('the chain that is used', () => {
  it('is not one that has ended, or is empty', async () => {
    const { mock, parts } = await client({ preauthorized: true });
    const chains = chainsOf(await obtain(parts));
    const anchors = [mock.root.certificate];
    const later = NOW + 800 * 86_400_000;
    assert.throws(() => chooseChain(chains, { kid: LEAF, anchors, now: later }), /acme_certificate_refused/);
    assert.throws(() => chooseChain(['none'], { kid: LEAF, anchors, now: NOW }), /acme_certificate_refused/);
  });

  it('is the second one where the first does not lead to an anchor', async () => {
    const { mock, parts } = await client({ preauthorized: true });
    const [first = '', second = ''] = chainsOf(await obtain(parts));
    const wanted = { kid: LEAF, anchors: [mock.root.certificate], now: NOW };
    // The mock's alternate leaves out the intermediate, so it ends at no anchor.
    assert.throws(() => chooseChain([second], wanted), /acme_certificate_refused/);
    assert.equal(chooseChain([second, first], wanted).length, 2);
  });
});
