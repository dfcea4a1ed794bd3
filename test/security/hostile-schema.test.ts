/** Schemas, claims and disclosure frames of a hostile or careless backend: no other request waits for them. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { statusEntries } from '@countersign/shared/test/model/every-tenant';
import { patience } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { verifyWithLibrary } from '../support/credential.ts';
import { assertRefused, credentialBody, sessionOf } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const OBJECT = { type: 'object', properties: {}, required: [] };
/** Generous: without the defence the same requests take many seconds, or never end. */
const LONGEST_WAIT = 2500;

const repeat = (count: number, make: (index: number) => [string, object]): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
const nested = (depth: number): object => (depth === 0 ? { type: 'string' } : { not: nested(depth - 1) });

function configuration(schema: object, more: object = {}): object {
  const base = { id: 'hostile', config: { format: 'dc+sd-jwt' }, claims: {}, disclosureFrame: {} };
  return { ...base, schema: { ...OBJECT, ...schema }, ...more };
}

describe('hostile schema', () => {
  let server: TestServer;
  let now = Date.now() - 120_000;
  const clock = (): number => now;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
  let sink: ReturnType<typeof createServer>;
  let hits = 0;
  before(async () => {
    process.on('unhandledRejection', onUnhandled);
    server = await startSampleServer({ clock });
    sink = createServer((_request, response) => {
      hits += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    process.off('unhandledRejection', onUnhandled);
    sink.close();
    await server.close();
  });

  const post = async (path: string, body: object): Promise<Answer> =>
    read(await server.a(path, { method: 'POST', body: JSON.stringify(body) }));
  const put = (body: object): Promise<Answer> => post('/issuer-managment', body);
  const stored = async (body: object): Promise<void> => {
    now += 1000;
    const answer = await put(body);
    assert.equal(answer.status, 201, answer.text);
  };
  const offer = (claims?: object, id = 'hostile'): Promise<Answer> =>
    post('/vci/offer', {
      response_type: 'uri',
      credentialConfigurationIds: [id],
      flow: 'pre_authorized_code',
      ...(claims === undefined ? {} : { claims: { [id]: claims } }),
    });

  /** Sends the hostile request, and other requests until it gets a response. */
  const whileOthersAreServed = async (hostile: () => Promise<Answer>): Promise<Answer> => {
    let done = false;
    const answer = hostile().finally(() => {
      done = true;
    });
    let longest = 0;
    do {
      const begun = performance.now();
      assert.equal((await server.request('/.well-known/openid-credential-issuer')).status, 200);
      longest = Math.max(longest, performance.now() - begun);
    } while (!done);
    assert.ok(longest < (await patience(LONGEST_WAIT)), `another request waited ${Math.round(longest)} ms`);
    return answer;
  };

  const hostileAtWrite: Record<string, () => object> = {
    'a reference to another server': () => ({ properties: { a: { $ref: `${sinkUrl()}/schema.json` } } }),
    'a $schema of another server': () => ({ $schema: `${sinkUrl()}/meta.json` }),
    'a reference to a file': () => ({ properties: { a: { $ref: 'file:///etc/passwd' } } }),
    'a reference to nothing': () => ({ properties: { a: { $ref: '#/$defs/none' } } }),
    'a reference that only leads to itself': () => ({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }),
    'references in a circle': () => ({
      $ref: '#/$defs/a',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    }),
    'an asynchronous schema': () => ({ $async: true, properties: { a: { type: 'string' } } }),
    'a pattern that linear time can not match': () => ({ properties: { a: { pattern: '^(a)(?=b)' } } }),
    'a pattern that is none': () => ({ properties: { a: { pattern: '(' } } }),
    'a keyword of the wrong type': () => ({ properties: { a: { minLength: -1 } } }),
    'too many parts': () => ({ properties: repeat(5001, (index) => [`p${index}`, {}]) }),
    'too deep': () => ({ properties: { a: nested(40) } }),
    'a key __proto__': () => JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as object,
  };
  for (const [index, [name, schema]] of Object.entries(hostileAtWrite).entries()) {
    const id = `refused-${index}`;
    it(`refuses ${name}, in the API and in a file, without asking anybody`, async () => {
      const body = JSON.stringify(configuration({ ...schema() }, { id }));
      const answer = await whileOthersAreServed(async () =>
        read(await server.a('/issuer-managment', { method: 'POST', body })),
      );
      assert.equal(answer.status, 400, answer.text);
      server.writeConfig(`issuance/${id}.json`, body);
      assert.equal((await offer({ a: 1 }, id)).status, 400);
      const listed = (await read(await server.a('/issuer-managment'))).json as { id: string; error?: unknown }[];
      assert.ok(listed.find((entry) => entry.id === id)?.error);
      assert.equal((await offer(undefined, 'pid')).status, 201);
      assert.equal(hits, 0);
      assert.deepEqual(unhandled.splice(0), []);
    });
  }

  // Either is right: refused, or stored and made cheap. Only letting others wait is wrong.
  const costlyAtWrite: Record<string, object> = {
    'references that multiply': {
      $defs: { big: { properties: repeat(120, (index) => [`p${index}`, { type: 'string' }]) } },
      properties: repeat(120, (index) => [`q${index}`, { $ref: '#/$defs/big' }]),
    },
    'references that double at each step': {
      $defs: repeat(20, (index) => [
        `d${index}`,
        index === 0
          ? { type: 'string' }
          : { allOf: [{ $ref: `#/$defs/d${index - 1}` }, { $ref: `#/$defs/d${index - 1}` }] },
      ]),
      properties: { a: { $ref: '#/$defs/d19' } },
    },
    'a dynamic reference that never ends': { $dynamicAnchor: 'x', allOf: [{ $dynamicRef: '#x' }] },
    'very many properties': { properties: repeat(1600, (index) => [`p${index}`, { type: 'string', minLength: 1 }]) },
  };
  for (const [name, schema] of Object.entries(costlyAtWrite)) {
    it(`lets no other request wait for ${name}`, async () => {
      const answer = await whileOthersAreServed(() => put(configuration(schema)));
      assert.ok(answer.status === 201 || answer.status === 400, answer.text);
      if (answer.status === 400) return;
      const used = await whileOthersAreServed(() => offer({ a: 'x', p1: 'x' }));
      assert.ok(used.status === 201 || used.status === 400, used.text);
    });
  }

  const text = `${'a'.repeat(40)}!`;
  const costlyAtUse: Record<string, [schema: object, claims: object]> = {
    'a pattern that backtracks': [{ properties: { a: { pattern: '^(a+)+$' } } }, { a: text }],
    'a property name pattern that backtracks': [{ propertyNames: { pattern: '^(a+|[b-z]+)*$' } }, { [text]: 1 }],
    'a pattern with two open ends': [{ properties: { a: { pattern: '^.*.*.*.*.*.*.*=$' } } }, { a: 'x'.repeat(5000) }],
    'unique items among many objects': [
      { properties: { a: { uniqueItems: true } } },
      { a: Array.from({ length: 15_000 }, (_, index) => ({ index })) },
    ],
    'many alternatives for many items': [
      { properties: { a: { items: { anyOf: Array.from({ length: 240 }, (_, index) => ({ const: 100 + index })) } } } },
      { a: Array.from({ length: 50_000 }, () => 339) },
    ],
  };
  for (const [name, [schema, claims]] of Object.entries(costlyAtUse)) {
    it(`stops ${name}`, async () => {
      await stored(configuration(schema));
      const answer = await whileOthersAreServed(() => offer(claims));
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal((await offer({ b: 1 })).status, 201);
    });
  }

  it('matches fifty patterns that backtrack in one offer, in linear time', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `fifty-${index}`);
    const schema = { properties: { a: { pattern: '^(a+)+$' } } };
    for (const id of ids) assert.equal((await put(configuration(schema, { id }))).status, 201);
    // Sixty letters: in a backtracking engine none of these ends.
    const claims = (a: string): object => Object.fromEntries(ids.map((id) => [id, { a }]));
    const request = { response_type: 'uri', credentialConfigurationIds: ids, flow: 'pre_authorized_code' };
    const good = await whileOthersAreServed(() => post('/vci/offer', { ...request, claims: claims('a'.repeat(60)) }));
    assert.equal(good.status, 201, good.text);
    const bad = await whileOthersAreServed(() =>
      post('/vci/offer', { ...request, claims: claims(`${'a'.repeat(60)}!`) }),
    );
    assert.equal(bad.status, 400, bad.text);
    assert.deepEqual(
      bad.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ids.map((id) => `/claims/${id}/a`),
    );
    assert.doesNotMatch(bad.text, /too long/);
  });

  describe('claims that stop fitting after the offer', () => {
    const later: Record<string, [schema: object, claims: object]> = {
      'break the schema': [{ properties: { a: { type: 'number' } } }, { a: 'text' }],
      'lack what is required': [{ required: ['b'] }, { a: 'text' }],
      'take too long': [{ properties: { a: { pattern: '^(a+)+$' } } }, { a: text }],
    };
    for (const [name, [schema, claims]] of Object.entries(later)) {
      it(`${name}: denied, failed, nothing issued, also when asked again`, async () => {
        await stored(configuration({}));
        const made = await offer(claims);
        assert.equal(made.status, 201, made.text);
        const wallet = new Wallet({ issuer: server.url, clock });
        const token = (await wallet.redeem(await wallet.offer(made.json.uri))).json.access_token;
        await stored(configuration(schema));
        for (let round = 0; round < 2; round += 1) {
          const body = await credentialBody(wallet, { id: 'hostile' });
          const answer = await whileOthersAreServed(() => wallet.credential(token, body));
          assertRefused(answer, 400, 'credential_request_denied');
        }
        const seen = await sessionOf(server, made.json.session);
        assert.deepEqual([seen.status, seen.error.code, seen.issued], ['failed', 'claims_invalid', []]);
        const query = { index: 'session', equal: [made.json.session], limit: 10 };
        assert.deepEqual((await server.platform.store.find(statusEntries, query)).documents, []);
        // An ended issuance stays ended, also once the configuration fits again.
        await stored(configuration({}));
        assert.notEqual((await wallet.credential(token, await credentialBody(wallet, { id: 'hostile' }))).status, 200);
      });
    }

    it('a configuration that is broken or removed is unknown to the wallet, and works again once it is restored', async () => {
      await stored(configuration({}));
      const wallet = new Wallet({ issuer: server.url, clock });
      const token = (await wallet.redeem(await wallet.offer((await offer({})).json.uri))).json.access_token;
      const ask = async (): Promise<Answer> =>
        wallet.credential(token, await credentialBody(wallet, { id: 'hostile' }));
      assert.equal((await server.a('/issuer-managment/hostile', { method: 'DELETE' })).status, 200);
      assertRefused(await ask(), 400, 'unknown_credential_configuration');
      server.writeConfig('issuance/hostile.json', '{');
      assertRefused(await ask(), 400, 'unknown_credential_configuration');
      await stored(configuration({}));
      assert.equal((await ask()).status, 200);
    });
  });

  it('refuses frames over claims that must stay in plain, and skips optional claims that are not there', async () => {
    for (const name of ['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'status', '_sd', '_sd_alg', '...']) {
      const answer = await put(configuration({}, { id: 'frame', disclosureFrame: { _sd: [name] } }));
      assert.equal(answer.status, 400, name);
    }
    const frame = { _sd: ['a', 'absent'], b: { _sd: ['c', 'absent'] }, absent: { _sd: ['x'] } };
    const inner = { properties: { x: {} } };
    const known = { properties: { absent: inner, b: { properties: { absent: {} } } } };
    await stored(configuration(known, { claims: { a: 1, b: { c: 2, d: 3 } }, disclosureFrame: frame }));
    const { answer } = await new Wallet({ issuer: server.url, clock }).receive((await offer()).json.uri);
    assert.equal(answer.status, 200, answer.text);
    const { signed, claims, disclosures } = await verifyWithLibrary(answer.json.credentials[0].credential);
    assert.equal(disclosures, 2);
    assert.deepEqual([claims.a, claims.b], [1, { c: 2, d: 3 }]);
    assert.deepEqual([signed.a, (signed.b as Record<string, unknown>).c], [undefined, undefined]);
  });

  function sinkUrl(): string {
    return `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
  }
});
