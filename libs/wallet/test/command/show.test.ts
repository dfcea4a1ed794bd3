/** The answer of the wallet at the terminal to a presentation request. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createJournal } from '../../src/command/journal.ts';
import { decline, show } from '../../src/command/show.ts';
import { WalletFailure } from '../../src/command/wallet-failure.ts';
import { newWalletKey } from '../../src/jwt/keys.ts';
import type { HeldCredential } from '../../src/presentation/present.ts';

const LINK = 'openid4vp://?client_id=x&request_uri=https%3A%2F%2Fv.example%2Frequest%2F1';
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function credential(vct: string, salt: string): HeldCredential {
  const name = part([salt, 'name', 'Ada']);
  const _sd = [createHash('sha256').update(name).digest('base64url')];
  return { credential: `${part({})}.${part({ vct, person: { _sd } })}.s~${name}~`, key: newWalletKey() };
}

const request = {
  ...{ client_id: 'x', response_uri: 'https://v.example/response', response_mode: 'direct_post' },
  ...{ nonce: 'n', state: 'st', client_metadata: {} },
  dcql_query: { credentials: [{ id: 'who', meta: { vct_values: ['urn:pid'] } }] },
};

/** A verifier with this answer, and a wallet with these credentials. */
function open(held: readonly HeldCredential[], answers: { readonly request?: string; readonly status?: number } = {}) {
  const lines: string[] = [];
  const posted: URLSearchParams[] = [];
  const verifier: typeof fetch = async (input, init) => {
    if (String(input) === 'https://v.example/request/1') {
      return new Response(answers.request ?? `${part({})}.${part(request)}.s`);
    }
    assert.equal(String(input), request.response_uri);
    posted.push(new URLSearchParams(String(init?.body)));
    const refusal = JSON.stringify({ error: 'invalid_request', error_description: 'No' });
    return (answers.status ?? 200) === 200
      ? new Response('{}')
      : new Response(refusal, { status: answers.status ?? 400 });
  };
  const say = (line: string): void => void lines.push(line);
  const file = { held: () => held, keep: () => assert.fail('nothing is kept') };
  return { terminal: { journal: createJournal(say, verifier), file, say }, lines, posted };
}

const failure = (text: RegExp) => (error: unknown) => error instanceof WalletFailure && text.test(error.message);

test('the newest credential of the type that is asked for is presented, under the id of its query', async () => {
  const [older, newer] = [credential('urn:pid', 'older'), credential('urn:pid', 'newer')];
  const { terminal, lines, posted } = open([older, newer, credential('urn:member', 'other')]);
  assert.equal((await show(terminal, LINK)).status, 200);
  const token = JSON.parse(posted[0]?.get('vp_token') ?? '');
  assert.deepEqual(Object.keys(token), ['who']);
  assert.ok(token.who[0].startsWith(newer.credential));
  assert.equal(posted[0]?.get('state'), 'st');
  assert.deepEqual(
    lines.filter((line) => !line.includes('https:')),
    [
      ...['Presentation request', '    x asks for who', '    shows for who: {"person":{"name":"Ada"}}'],
      ...['Presentation', '    accepted'],
    ],
  );
});

test('declining sends access_denied and nothing that the wallet holds', async () => {
  const { terminal, lines, posted } = open([credential('urn:pid', 'a')]);
  await decline(terminal, LINK);
  assert.deepEqual([...(posted[0] ?? [])].sort(), [
    ['error', 'access_denied'],
    ['state', 'st'],
  ]);
  assert.deepEqual(lines.slice(-1), ['    declined']);
  const refused = open([], { status: 400 });
  await assert.rejects(decline(refused.terminal, LINK), failure(/^The verifier answered 400 invalid_request/));
});

test('a request that asks for encrypted answers is declined in an encrypted one', async () => {
  const { kty, crv, x, y } = newWalletKey().publicJwk;
  const jwks = { keys: [{ kty, crv, x, y, kid: 'k' }] };
  const encrypted = { ...request, response_mode: 'direct_post.jwt', client_metadata: { jwks } };
  const { terminal, posted } = open([], { request: `${part({})}.${part(encrypted)}.s` });
  await decline(terminal, LINK);
  const fields = Object.fromEntries(posted[0] ?? []);
  assert.deepEqual(Object.keys(fields), ['response']);
  const header = Buffer.from(fields.response?.split('.')[0] ?? '', 'base64url').toString();
  assert.equal(JSON.parse(header).kid, 'k');
});

test('without such a credential nothing is sent, and the type is named', async () => {
  const { terminal, posted } = open([credential('urn:member', 'other')]);
  await assert.rejects(
    show(terminal, LINK),
    failure(/holds no credential of the type urn:pid for the question 'who'\. Next: make an offer/),
  );
  assert.deepEqual(posted, []);
});

test('a refusal of the verifier is said', async () => {
  const { terminal, lines } = open([credential('urn:pid', 'a')], { status: 400 });
  await assert.rejects(show(terminal, LINK), failure(/^The verifier answered 400 invalid_request: No\. Next/));
  assert.ok(!lines.includes('    accepted'));
});

test('what is no request object is said', async () => {
  for (const text of ['', 'no JWT', 'a.b.c']) {
    const { terminal } = open([], { request: text });
    await assert.rejects(show(terminal, LINK), failure(/^The request is no signed request object\. Next/), text);
  }
});
