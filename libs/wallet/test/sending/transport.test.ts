import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { decodeJwt } from 'jose';
import { newWalletKey, signAs } from '../../src/jwt/keys.ts';
import { NotReached } from '../../src/sending/failures.ts';
import type { Fault, WalletRequest } from '../../src/sending/fault.ts';
import { type Call, Transport } from '../../src/sending/transport.ts';

const URL_OF_TOKEN = 'https://issuer.example/token';

interface Sent {
  readonly url: string;
  readonly body: string | undefined;
  readonly type: string | null;
}

function transportOf(fault?: Partial<Fault>, answers: readonly Response[] = []) {
  const sent: Sent[] = [];
  const calls: Call[] = [];
  const transport = new Transport({
    fault: fault === undefined ? undefined : { reason: 'x', step: 'token', summary: '', ...fault },
    record: (call) => calls.push(call),
    wait: async () => undefined,
    fetch: async (url, init) => {
      const request = new Request(String(url), init);
      const body = init?.body === undefined ? undefined : await request.text();
      sent.push({ url: String(url), body, type: request.headers.get('content-type') });
      return answers[sent.length - 1] ?? Response.json({ n: sent.length });
    },
  });
  return { transport, sent, calls };
}

function request(more: Partial<WalletRequest> = {}): WalletRequest {
  return { step: 'token', method: 'POST', url: URL_OF_TOKEN, headers: {}, ...more };
}

describe('bodies', () => {
  const encrypt = async (clear: object) => `jwe:${JSON.stringify(clear)}`;
  const cases: readonly [string, Partial<WalletRequest>, string, RegExp][] = [
    ['a form', { form: { a: '1' } }, 'a=1', /^application\/x-www-form-urlencoded/],
    ['JSON', { json: { a: 1 } }, '{"a":1}', /^application\/json$/],
    ['encrypted JSON', { json: { a: 1 }, encrypt }, 'jwe:{"a":1}', /^application\/jwt$/],
    ['a form with a JWE', { form: {}, json: {}, encrypt }, 'response=jwe%3A%7B%7D', /urlencoded/],
    ['text', { text: 'x', headers: { 'content-type': 'a/b' } }, 'x', /^a\/b$/],
    ['JSON under another type', { json: {}, headers: { 'content-type': 'a/b' } }, '{}', /^a\/b$/],
  ];
  for (const [name, more, body, type] of cases) {
    test(name, async () => {
      const { transport, sent } = transportOf();
      await transport.send(() => request(more));
      assert.equal(sent[0]?.body, body);
      assert.match(sent[0]?.type ?? '', type);
    });
  }
});

describe('faults', () => {
  test('a request of the step is changed, one of another step is not', async () => {
    const { transport, sent } = transportOf({ request: (one) => ({ ...one, form: { a: 'changed' } }) });
    await transport.send(() => request({ form: { a: '1' } }));
    await transport.send(() => request({ step: 'par', form: { a: '1' } }));
    assert.deepEqual(
      sent.map(({ body }) => body),
      ['a=changed', 'a=1'],
    );
  });

  test('a request can be left out', async () => {
    const { transport, sent } = transportOf({ request: () => undefined });
    assert.deepEqual((await transport.send(() => request())).json, {});
    assert.equal(sent.length, 0);
  });

  test('a JWT is changed or replaced', () => {
    const key = newWalletKey();
    const parts = { step: 'token', header: {}, payload: { a: 1 } } as const;
    const changed = transportOf({ jwt: (jwt) => ({ ...jwt, payload: { a: 2 } }) }).transport;
    assert.equal(decodeJwt(signAs('dpop', key, { ...parts, sign: changed.sign })).a, 2);
    const replaced = transportOf({ jwt: () => 'no jwt' }).transport;
    assert.equal(signAs('dpop', key, { ...parts, sign: replaced.sign }), 'no jwt');
  });

  test('after a success it repeats the request: the same, or with new proofs; the last answer counts', async () => {
    let made = 0;
    const { transport, sent } = transportOf({
      after: async ({ request: first, send, again, wait }) => {
        await send(first);
        await wait(1);
        return again();
      },
    });
    const answer = await transport.send(() => {
      made += 1;
      return request({ form: { made: String(made) } });
    });
    assert.deepEqual(
      sent.map(({ body }) => body),
      ['made=1', 'made=1', 'made=2'],
    );
    assert.equal(answer.json.n, 3);
  });

  test('the wallet continues with the answer that the fault returns', async () => {
    const { transport } = transportOf({
      after: async ({ answer, again }) => {
        await again();
        return answer;
      },
    });
    assert.equal((await transport.send(() => request())).json.n, 1);
  });

  test('before a request it waits, and gets the request that would be sent', async () => {
    const waited: string[] = [];
    const { transport, sent } = transportOf({
      before: async ({ next, wait }) => {
        waited.push(String(next.form?.made));
        await wait(1);
      },
    });
    let made = 0;
    await transport.send(() => {
      made += 1;
      return request({ form: { made: String(made) } });
    });
    assert.deepEqual([waited, sent[0]?.body], [['1'], 'made=2']);
  });

  test('after a refusal another hook is called, with what was sent before', async () => {
    const { transport, sent } = transportOf(
      {
        failed: async ({ sent: of, answered, again, request: { form } }) => {
          assert.equal(of('par').form?.a, '1');
          assert.equal(answered('par', 'n').json.n, 1);
          assert.throws(() => of('response'));
          assert.throws(() => answered('par', 'other'));
          return again('par', (one) => ({ ...one, form: { ...one.form, ...form } }));
        },
      },
      [Response.json({ n: 1 }), Response.json({ error: 'x' }, { status: 400 })],
    );
    await transport.send(() => request({ step: 'par', form: { a: '1' } }));
    assert.equal((await transport.send(() => request({ form: { b: '2' } }))).json.n, 3);
    assert.equal(sent[2]?.body, 'a=1&b=2');
  });

  test('it changes requests and JWTs of its further steps too, and no others', async () => {
    const { transport, sent } = transportOf({
      also: ['par'],
      request: ({ step }, { sent: of }) => request({ step, form: { step: step === 'par' ? 'par' : of('par').step } }),
      jwt: () => 'no jwt',
    });
    for (const step of ['par', 'token', 'nonce'] as const)
      await transport.send(() => request({ step, form: { a: '1' } }));
    assert.deepEqual(
      sent.map(({ body }) => body),
      ['step=par', 'step=par', 'a=1'],
    );
    const parts = { kind: 'dpop', header: {}, payload: {}, sign: newWalletKey() } as const;
    assert.equal(transport.sign({ ...parts, step: 'par' }), 'no jwt');
    assert.match(transport.sign({ ...parts, step: 'nonce' }), /^e30/);
  });

  test('a credential is changed before its key binding is made', () => {
    assert.equal(transportOf({ credential: (sdJwt) => `${sdJwt}x` }).transport.presented('a~'), 'a~x');
    assert.equal(transportOf().transport.presented('a~'), 'a~');
  });

  test('after a refusal it does nothing more', async () => {
    const after = async () => assert.fail('called');
    const { transport } = transportOf({ after }, [Response.json({ error: 'x' }, { status: 400 })]);
    assert.equal((await transport.send(() => request())).status, 400);
  });
});

test('a call is recorded without query and body', async () => {
  const headers = { 'x-request-id': 'r1' };
  const { transport, calls } = transportOf(undefined, [
    Response.json({ error: 'invalid_grant' }, { status: 400, headers }),
  ]);
  await transport.send(() => request({ url: `${URL_OF_TOKEN}?secret=1`, form: { secret: '1' } }));
  const [{ ms, ...call } = assert.fail()] = calls;
  assert.ok(ms >= 0);
  const known = { step: 'token', method: 'POST', url: URL_OF_TOKEN };
  assert.deepEqual(call, { ...known, status: 400, error: 'invalid_grant', request: 'r1' });
});

test('a server that does not answer is named', async () => {
  const calls: Call[] = [];
  const cause = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  const transport = new Transport({
    record: (call) => calls.push(call),
    fetch: async () => Promise.reject(new TypeError('fetch failed', { cause })),
  });
  await assert.rejects(
    transport.send(() => request()),
    (error) =>
      error instanceof NotReached && error.code === 'ECONNREFUSED' && error.origin === 'https://issuer.example',
  );
  assert.equal(calls[0]?.status, 0);
});
