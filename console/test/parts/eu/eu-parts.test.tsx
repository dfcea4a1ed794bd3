/** What a tenant of profile `eu` lacks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { MissingParts, PartTable } from '../../../src/parts/eu/eu-parts.tsx';

const parts = [
  { part: 'profile', state: 'present', neededBy: ['verifier', 'issuer'], place: 'tenant.json' },
  {
    part: 'request_certificate',
    state: 'refused',
    neededBy: ['verifier'],
    place: 'keys/request.chain.pem',
    findings: ['`policy` is missing'],
  },
  { part: 'wallet_providers', state: 'not_needed', neededBy: ['issuer'], place: 'trust/wallet-providers' },
] as const;

test('the first page lists what is missing or refused, and nothing if all is there', () => {
  const html = renderToString(<MissingParts parts={parts} />);
  assert.match(html, /1 part is missing or refused/);
  assert.match(html, /Access certificate for requests<\/strong>: [\s\S]*\(keys\/request\.chain\.pem\)/);
  assert.doesNotMatch(html, /Wallet providers/);
  assert.equal(renderToString(<MissingParts parts={parts.filter(({ state }) => state !== 'refused')} />), '');
});

test('all parts have their state, and a refused one what was found', () => {
  const html = renderToString(<PartTable profile="eu" complete={false} parts={parts} />);
  assert.match(html, /present[\s\S]*wallets refuse it[\s\S]*<code>policy<\/code> is missing[\s\S]*not needed/);
  assert.match(renderToString(<PartTable profile="eu" complete parts={parts} />), /has everything/);
});
