import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offsetFact, receivedFact, receivedUrl, urlDifference } from '../../../src/kernel/reasons/received.ts';

const EXPECTED = 'https://issuer.example/t1/vci/credential';

const differences: readonly [received: string, difference: string | undefined][] = [
  [EXPECTED, undefined],
  [`${EXPECTED}?a=b#c`, undefined],
  ['HTTPS://ISSUER.example:443/t1/vci/credential', undefined],
  ['http://issuer.example/t1/vci/credential', 'http for https: a proxy'],
  [`${EXPECTED}/`, 'trailing slash'],
  ['https://other.example/t1/vci/credential', 'another host'],
  ['https://issuer.example/t2/vci/credential', 'another path'],
  ['https://issuer.example:8443/t1/vci/credential', 'another port'],
  ['http://other.example:8080/', 'http for https: a proxy, another host, another port, another path'],
  ['no url', undefined],
  ['did:example:1', undefined],
  [`https://issuer.example/${'a'.repeat(2048)}`, undefined],
];

describe('what came, as facts', () => {
  for (const [received, difference] of differences) {
    it(`tells ${received.slice(0, 60)} from the expected URL: ${difference ?? 'no difference known'}`, () => {
      assert.equal(urlDifference(received, EXPECTED), difference);
    });
  }

  it('tells https for http, which a wrong PUBLIC_URL behind a proxy leads to', () => {
    assert.equal(urlDifference(EXPECTED, EXPECTED.replace('https', 'http')), 'https for http: PUBLIC_URL');
    assert.equal(urlDifference('http://a.example', 'http://a.example/'), undefined);
  });

  it('leaves the query out of URLs, and other texts as they are', () => {
    assert.deepEqual(receivedUrl(`${EXPECTED}/?code=secret`, EXPECTED), {
      received: `${EXPECTED}/`,
      difference: 'trailing slash',
    });
    assert.deepEqual(receivedUrl('did:example:1', EXPECTED), { received: 'did:example:1' });
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
