import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offsetFact, receivedFact, receivedUrl } from '../../../src/kernel/reasons/received.ts';

const EXPECTED = 'https://issuer.example/t1/vci/credential';

describe('what came, as facts', () => {
  it('leaves the query out of URLs, and other texts as they are', () => {
    assert.deepEqual(receivedUrl(`${EXPECTED}/?code=secret`, EXPECTED), {
      received: `${EXPECTED}/`,
      difference: 'a trailing slash too many',
    });
    assert.deepEqual(receivedUrl(`${EXPECTED}?code=secret`, EXPECTED), { received: EXPECTED });
    assert.deepEqual(receivedUrl('did:example:1', EXPECTED), {
      received: 'did:example:1',
      difference: 'another scheme',
    });
    assert.deepEqual(receivedUrl('https://a.example/x', 'x509_hash:abc'), { received: 'https://a.example/x' });
    assert.deepEqual(receivedUrl(['https://a.example/?code=secret', 'b'], EXPECTED), {
      received: ['https://a.example/', 'b'],
    });
    assert.deepEqual(receivedUrl(['a', 1], EXPECTED), {});
    assert.deepEqual(receivedUrl(undefined, EXPECTED), {});
  });

  it('keeps plain values alone, within the limits', () => {
    assert.deepEqual(receivedFact('a\nb'), { received: 'a?b' });
    assert.deepEqual(receivedFact(5), { received: 5 });
    assert.deepEqual(receivedFact(false), { received: false });
    for (const value of [undefined, null, {}, [['a']]]) assert.deepEqual(receivedFact(value), {});
    const list = Array.from({ length: 30 }, () => 'x');
    assert.deepEqual(receivedFact(list), { received: list.slice(0, 20) });
  });

  it('counts seconds from the clock of the server', () => {
    assert.deepEqual(offsetFact(1090.4, 1_000_000), { offsetSeconds: 90 });
    assert.deepEqual(offsetFact(10, 1_000_000), { offsetSeconds: -990 });
    for (const value of ['10', undefined, Number.POSITIVE_INFINITY]) assert.deepEqual(offsetFact(value, 0), {});
  });
});
