import assert from 'node:assert/strict';
import { it } from 'node:test';
import { urlDifference } from '../../../src/kernel/reasons/url-difference.ts';

const EXPECTED = 'https://issuer.example/t1/authorize';

const differences: readonly [received: string, difference: string][] = [
  ['http://issuer.example/t1/authorize', 'http for https: a proxy'],
  ['http://issuer.example:8080/t1/authorize', 'http for https: a proxy'],
  ['http://other.example/t1/authorize', 'another scheme'],
  ['app.wallet:/t1/authorize', 'another scheme'],
  ['https://other.example/t1/authorize', 'another host'],
  ['https://issuer.example:8443/t1/authorize', 'another port'],
  ['https://issuer.example/t1/authorize/', 'a trailing slash too many'],
  ['https://issuer.example/T1/authorize', 'upper and lower case'],
  ['https://issuer.example/t1/authorize/par', 'a longer path'],
  ['https://issuer.example/t1', 'a shorter path'],
  ['https://issuer.example', 'a shorter path'],
  ['https://issuer.example/t2/authorize', 'another path'],
  ['https://issuer.example/t1/authorize?a=1', 'another query'],
  ['https://issuer.example/t1/authorize#a', 'a fragment'],
  ['https://ISSUER.example/t1/authorize', 'the same URL in another spelling'],
  ['https://issuer.example:443/t1/authorize', 'the same URL in another spelling'],
  ['no url', 'no URL'],
  [`https://issuer.example/${'a'.repeat(2048)}`, 'no URL'],
];

for (const [received, difference] of differences) {
  it(`names the difference: ${difference}: ${received.slice(0, 60)}`, () => {
    assert.equal(urlDifference(EXPECTED, received), difference);
  });
}

it('knows equal texts, and a missing slash', () => {
  assert.equal(urlDifference(EXPECTED, EXPECTED), undefined);
  assert.equal(urlDifference(`${EXPECTED}/`, EXPECTED), 'the trailing slash is missing');
  assert.equal(urlDifference('https://issuer.example', 'https://issuer.example/'), 'a trailing slash too many');
});
