/** The module for pages, against a browser that is scripted here; test/browser has a real one. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createCredential, isSupported, requestCredential } from '../../src/browser/dc-api.ts';

interface Call {
  readonly method: 'get' | 'create';
  readonly options: unknown;
}

interface ScriptedBrowser {
  /** The call's result. It may throw. */
  readonly answer?: () => unknown;
  readonly secure?: boolean;
  /** Undefined: a browser without the interface object. */
  readonly digitalCredential?: object;
  /** False: without `navigator.credentials`. */
  readonly credentials?: boolean;
}

const NAMES = ['navigator', 'isSecureContext', 'DigitalCredential'];
const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

afterEach(() => {
  for (const [name, descriptor] of before) {
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
  }
});

const signed = { protocol: 'openid4vp-v1-signed', data: { request: 'e30.e30.c2ln' } };
const iso = { protocol: 'org-iso-mdoc', data: { deviceRequest: 'oA', encryptionInfo: 'gA' } };
const answered = { protocol: 'org-iso-mdoc', data: { response: 'gA' } };

/** @returns the calls that the browser receives */
function browser(options: ScriptedBrowser = {}): Call[] {
  const calls: Call[] = [];
  const { answer = () => answered, secure = true, credentials = true } = options;
  const call = (method: Call['method']) => async (given: unknown) => {
    calls.push({ method, options: given });
    return answer();
  };
  define('isSecureContext', secure);
  define('navigator', credentials ? { credentials: { get: call('get'), create: call('create') } } : {});
  define('DigitalCredential', 'digitalCredential' in options ? options.digitalCredential : class {});
  return calls;
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
}

function refusedWith(name: string): () => never {
  return () => {
    throw new DOMException('the text of the browser', name);
  };
}

test('asks for all requests in their order, and returns what a page posts', async () => {
  const calls = browser({ answer: () => ({ ...answered, id: 'x', type: 'digital' }) });
  assert.deepEqual(await requestCredential([signed, iso]), answered);
  assert.deepEqual(calls, [{ method: 'get', options: { digital: { requests: [signed, iso] } } }]);
});

test('an offer goes to create', async () => {
  const accepted = { protocol: 'openid4vci-v1', data: { status: 'offer_accepted' } };
  const offer = { protocol: 'openid4vci-v1', data: { credential_issuer: 'https://issuer.example' } };
  const calls = browser({ answer: () => accepted });
  assert.deepEqual(await createCredential([offer]), accepted);
  assert.deepEqual(calls, [{ method: 'create', options: { digital: { requests: [offer] } } }]);
});

test('a page can abort the call', async () => {
  const { signal } = new AbortController();
  const calls = browser({ answer: refusedWith('AbortError') });
  assert.deepEqual(await requestCredential([signed], { signal }), { error: 'AbortError' });
  const given = calls.map(({ options }) => (options as { readonly signal?: AbortSignal }).signal);
  assert.ok(given.length === 1 && given[0] === signal);
});

test('a refusal of the browser is an error by its name, without its text', async () => {
  for (const name of ['NotAllowedError', 'SecurityError', 'AbortError']) {
    browser({ answer: refusedWith(name) });
    assert.deepEqual(await requestCredential([signed]), { error: name });
  }
  browser({
    answer: () => {
      throw new TypeError('text');
    },
  });
  assert.deepEqual(await requestCredential([signed]), { error: 'TypeError' });
  browser({ answer: () => Promise.reject('text') });
  assert.deepEqual(await requestCredential([signed]), { error: 'UnknownError' });
});

test('where the browser resolves with nothing, or with a credential of another kind, there is no answer', async () => {
  for (const [value, error] of [
    [null, 'NotAllowedError'],
    [undefined, 'NotAllowedError'],
    [{ id: 'x', type: 'password' }, 'NotSupportedError'],
    [{ protocol: 'openid4vp-v1-signed' }, 'NotSupportedError'],
    [{ protocol: 7, data: {} }, 'NotSupportedError'],
  ]) {
    browser({ answer: () => value });
    assert.deepEqual(await requestCredential([signed]), { error });
  }
});

test('a page knows before whether the browser can ask', () => {
  const missing: readonly ScriptedBrowser[] = [
    { secure: false },
    { credentials: false },
    { digitalCredential: undefined as never },
  ];
  browser();
  assert.ok(isSupported());
  for (const one of missing) {
    browser(one);
    assert.ok(!isSupported());
  }
});

test('a browser without the API is not asked', async () => {
  for (const options of [{ secure: false }, { credentials: false }, { digitalCredential: undefined as never }]) {
    const calls = browser(options);
    assert.deepEqual(await requestCredential([signed]), { error: 'NotSupportedError' });
    assert.deepEqual(calls, []);
  }
});

test('a protocol that the browser does not allow is left out; with none left it is not asked', async () => {
  const digitalCredential = {
    allowed: ['org-iso-mdoc'],
    userAgentAllowsProtocol(this: { readonly allowed: readonly string[] }, name: string): boolean {
      return this.allowed.includes(name);
    },
  };
  const calls = browser({ digitalCredential });
  assert.deepEqual(await requestCredential([signed, iso]), answered);
  assert.deepEqual(calls[0]?.options, { digital: { requests: [iso] } });
  assert.deepEqual(await requestCredential([signed]), { error: 'NotSupportedError' });
  assert.deepEqual(await requestCredential([]), { error: 'NotSupportedError' });
  assert.equal(calls.length, 1);
});
