import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { createRegistrar as createClient, type Registrar } from '../../src/registrar/registrar-client.ts';
import { RegistrarError } from '../../src/registrar/registrar-error.ts';
import { claimsIn } from '../../src/tenant/registration-view.ts';
import { createRegistrar, PARTY, SECONDS } from '../registration/registrar.ts';
import { clock, createMockRegistrar, type MockRegistrar, REGISTER, TOKEN } from './mock-registrar.ts';

const party = { tradeName: 'Example Shop', identifier: [{ type: 'EUID', identifier: PARTY }] };

async function client(
  token: string | undefined = TOKEN,
): Promise<{ readonly mock: MockRegistrar; readonly registrar: Registrar }> {
  const mock = await createMockRegistrar();
  const { outbound, anchors } = mock;
  return {
    mock,
    registrar: createClient({ outbound, clock, url: REGISTER, trust: { anchors, issuer: REGISTER }, token }),
  };
}

async function refusalOf(promise: Promise<unknown>): Promise<RegistrarError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RegistrarError, String(error));
  return error;
}

describe('a registrar', () => {
  it('registers a party, and shows its entry', async () => {
    const { registrar } = await client();
    assert.equal(await registrar.entry(PARTY), undefined);
    assert.deepEqual(await registrar.register(party), party);
    assert.deepEqual(await registrar.entry(PARTY), party);
    assert.deepEqual(await registrar.search({ identifier: PARTY }), [party]);
  });

  it('says whether a use is registered', async () => {
    const { registrar } = await client();
    assert.equal(await registrar.isRegistered({ rpidentifier: PARTY, intendeduseidentifier: 'iu-1' }), true);
    assert.equal(await registrar.isRegistered({ rpidentifier: PARTY, intendeduseidentifier: 'iu-2' }), false);
  });

  it('issues a registration certificate', async () => {
    const { registrar } = await client();
    const { jwt } = await registrar.certificate({ identifier: PARTY, intendedUse: 'iu-1', more: {} });
    assert.equal(claimsIn(jwt)?.sub, PARTY);
  });

  it('gets the token in writes only, and never in an error', async () => {
    const { mock, registrar } = await client();
    await registrar.entry(PARTY);
    assert.equal(mock.asked[0]?.headers?.authorization, undefined);
    const { registrar: stranger } = await client('another-token-that-is-wrong');
    const refusal = await refusalOf(stranger.register(party));
    assert.equal(refusal.reason, 'registrar_unauthorized');
    assert.ok(!JSON.stringify(refusal).includes('another-token'));
    const without = createClient({
      outbound: mock.outbound,
      clock,
      url: REGISTER,
      trust: { anchors: [], issuer: REGISTER },
      token: undefined,
    });
    assert.equal((await refusalOf(without.register(party))).facts.detail, 'token_missing');
  });
});

describe('answers that do not count', () => {
  it('not signed', async () => {
    const { mock, registrar } = await client();
    mock.faults.answer = () => ({ body: Buffer.from(JSON.stringify({ iss: REGISTER, iat: SECONDS, data: party })) });
    assert.equal((await refusalOf(registrar.entry(PARTY))).reason, 'registrar_answer_malformed');
  });

  it('signed without a signature', async () => {
    const { mock, registrar } = await client();
    const parts = [{ alg: 'none' }, { iss: REGISTER, iat: SECONDS, data: party }];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    mock.faults.answer = () => ({ body: Buffer.from(`${text}.`) });
    assert.equal((await refusalOf(registrar.entry(PARTY))).reason, 'registrar_answer_malformed');
  });

  it('signed by a different register', async () => {
    const { mock, registrar } = await client();
    mock.party = party;
    mock.faults.signer = await createRegistrar('somebody');
    const refusal = await refusalOf(registrar.entry(PARTY));
    assert.deepEqual([refusal.reason, refusal.facts.detail], ['registrar_answer_untrusted', 'chain']);
  });

  it('changed after the signature', async () => {
    const { mock, registrar } = await client();
    mock.party = party;
    const right = await mock.outbound.request({
      url: `${REGISTER}/wrp/${PARTY}`,
      method: 'GET',
      maxBytes: 1,
      timeout: 1,
    });
    const [header, , signature] = right.body.toString().split('.');
    const payload = Buffer.from(JSON.stringify({ iss: REGISTER, iat: SECONDS, data: {} })).toString('base64url');
    mock.faults.answer = () => ({ body: Buffer.from(`${header}.${payload}.${signature}`) });
    assert.equal((await refusalOf(registrar.entry(PARTY))).facts.detail, 'signature');
  });

  const wrong: readonly (readonly [name: string, payload: Record<string, string | number | null>, detail: string])[] = [
    ['of a foreign register', { iss: 'https://other.example' }, 'iss'],
    ['older than a day', { iat: SECONDS - 86_401 }, 'iat'],
    ['of tomorrow', { iat: SECONDS + 86_400 }, 'iat'],
    ['with a time in words', { iat: 'now' }, 'iat'],
    ['without data', { data: null }, 'data'],
  ];
  for (const [name, payload, detail] of wrong) {
    it(name, async () => {
      const { mock, registrar } = await client();
      mock.party = party;
      mock.faults.payload = payload;
      assert.equal((await refusalOf(registrar.entry(PARTY))).facts.detail, detail);
    });
  }

  it('pages without end, and the same page again', async () => {
    const { mock, registrar } = await client();
    mock.faults.pages = (cursor) => ({ data: [{}], next: `${cursor}1` });
    assert.equal((await refusalOf(registrar.search({}))).facts.detail, 'too_many_pages');
    assert.equal(mock.asked.length, 50);
    mock.faults.pages = () => ({ data: [{}], next: 'same' });
    assert.equal((await refusalOf(registrar.search({}))).facts.detail, 'next_cursor_repeated');
    assert.equal(mock.asked.length, 52);
  });

  for (const [status, reason] of [
    [400, 'registrar_refused'],
    [403, 'registrar_unauthorized'],
    [429, 'registrar_unreachable'],
    [503, 'registrar_unreachable'],
  ] as const) {
    it(`with status ${status}`, async () => {
      const { mock, registrar } = await client();
      mock.faults.answer = () => ({ status });
      assert.equal((await refusalOf(registrar.register(party))).reason, reason);
    });
  }

  it('that never came', async () => {
    const { anchors } = await createMockRegistrar();
    const outbound = { request: () => Promise.reject(new OutboundError('timeout')) };
    const registrar = createClient({
      outbound,
      clock,
      url: REGISTER,
      trust: { anchors, issuer: REGISTER },
      token: TOKEN,
    });
    assert.equal((await refusalOf(registrar.entry(PARTY))).reason, 'registrar_unreachable');
  });
});
