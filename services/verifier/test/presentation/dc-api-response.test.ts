import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { checkProtocol, parsePageAnswer } from '../../src/presentation/dc-api-response.ts';
import { PresentationError } from '../../src/session/presentation-error.ts';

const protocol = 'openid4vp-v1-signed';

function reasonOf(run: () => unknown): { readonly reason: string; readonly facts: unknown } {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof PresentationError);
    return { reason: error.reason, facts: error.facts };
  }
  return assert.fail('accepted');
}

test('data is an object or its JSON text; other members are ignored', () => {
  const data = { response: 'a.b.c.d.e' };
  const read = { kind: 'data', protocol, data };
  assert.deepEqual(parsePageAnswer({ protocol, data }), read);
  assert.deepEqual(
    parsePageAnswer({ protocol, data: JSON.stringify(data), id: 'x', origin: 'https://evil.example' }),
    read,
  );
});

test('an error of the page never ends the request, whatever its name', () => {
  for (const error of ['NotAllowedError', 'access_denied']) {
    assert.deepEqual(parsePageAnswer({ error }), { kind: 'error', error: { code: error, endsRequest: false } });
  }
});

test('exactly one of answer and error, in their form', () => {
  const bodies: readonly JsonObject[] = [
    {},
    { protocol },
    { data: {} },
    { protocol: 1, data: {} },
    { protocol, data: {}, error: 'x' },
    { error: 'x', protocol },
    { error: 'a "quoted" name' },
    { error: { name: 'NotAllowedError' } },
  ];
  for (const body of bodies)
    assert.equal(reasonOf(() => parsePageAnswer(body)).reason, 'parameters', JSON.stringify(body));
});

test('data that is no object, or a text that two parsers could read differently', () => {
  for (const data of [
    '',
    '{',
    '[]',
    '"a"',
    '1',
    [],
    7,
    true,
    '{"response":"a","response":"b"}',
    '{"__proto__":{}}',
    '['.repeat(20_000),
  ]) {
    const { reason, facts } = reasonOf(() => parsePageAnswer({ protocol, data } as JsonObject));
    assert.deepEqual([reason, facts], ['malformed_body', undefined], JSON.stringify(data).slice(0, 40));
  }
});

test('a protocol counts where it was sent', () => {
  checkProtocol(protocol, [protocol, 'org-iso-mdoc']);
  assert.deepEqual(
    reasonOf(() => checkProtocol('openid4vp-v1-unsigned', [protocol])),
    {
      reason: 'dc_api_protocol',
      facts: { expectedAny: [protocol], received: 'openid4vp-v1-unsigned' },
    },
  );
  // A string that isn't a protocol name may be personal data.
  assert.deepEqual(reasonOf(() => checkProtocol('Erika Mustermann', [protocol])).facts, { expectedAny: [protocol] });
});
