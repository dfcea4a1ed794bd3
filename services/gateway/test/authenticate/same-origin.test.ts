import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { checkSameOrigin } from '../../src/authenticate/same-origin.ts';

const OWN = 'https://issuer.example';

function outcome(method: string, headers: Record<string, readonly string[]>): string {
  try {
    checkSameOrigin(headers, method, OWN);
    return 'ok';
  } catch (error) {
    assert.ok(error instanceof ProtocolError && error.status === 403);
    return error.options.reason;
  }
}

test('a post names the origin of this server', () => {
  assert.equal(outcome('POST', { origin: [OWN] }), 'ok');
  assert.equal(outcome('POST', {}), 'page_origin');
  for (const origin of ['https://evil.example', 'null', `${OWN}:444`, `${OWN}.evil.example`, OWN.toUpperCase(), '']) {
    assert.equal(outcome('POST', { origin: [origin] }), 'page_origin', origin);
    assert.equal(outcome('GET', { origin: [origin] }), 'page_origin', origin);
  }
  assert.equal(outcome('POST', { origin: [OWN, OWN] }), 'page_origin');
});

test('what only reads may come without an origin, as browsers send it', () => {
  for (const method of ['GET', 'HEAD']) assert.equal(outcome(method, {}), 'ok', method);
});

test('where the browser says from which site a call comes, it is this origin', () => {
  for (const method of ['GET', 'POST']) {
    assert.equal(outcome(method, { origin: [OWN], 'sec-fetch-site': ['same-origin'] }), 'ok', method);
    for (const site of ['same-site', 'cross-site', 'none']) {
      assert.equal(outcome(method, { origin: [OWN], 'sec-fetch-site': [site] }), 'page_origin', `${method} ${site}`);
    }
    const twice = { origin: [OWN], 'sec-fetch-site': ['same-origin', 'cross-site'] };
    assert.equal(outcome(method, twice), 'page_origin', method);
  }
});
