import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredAcr, reachedAcr, reaches, saidAcr, wantedAcr } from '../../src/login/acr.ts';

const EIDAS = 'http://eidas.europa.eu/LoA/';
const high = { acr: `${EIDAS}high` };
const essential = (...values: string[]) => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, values } } }),
});

test('an essential acr comes before voluntary ones, and a voluntary claim asks for nothing', () => {
  const both = { acr_values: 'other', ...essential('high', 'low') };
  assert.deepEqual(wantedAcr(both), { values: ['high', 'low'], essential: true });
  const voluntary = { acr_values: 'a  b', claims: '{"id_token":{"acr":{"values":["c"]}}}' };
  assert.deepEqual(wantedAcr(voluntary), { values: ['a', 'b'], essential: false });
  assert.deepEqual(wantedAcr({ claims: '{"id_token":{"acr":{"essential":true}}}' }).values, []);
});

test('from another device a login has one level less, and a word without levels stays', () => {
  assert.equal(reachedAcr(high, false), `${EIDAS}high`);
  assert.equal(reachedAcr(high, true), `${EIDAS}substantial`);
  assert.equal(reachedAcr({ acr: 'https://anchor.example/loa/substantial' }, true), 'https://anchor.example/loa/low');
  assert.equal(reachedAcr({ acr: `${EIDAS}low` }, true), undefined);
  assert.equal(reachedAcr({ acr: 'urn:shop:wallet' }, true), 'urn:shop:wallet');
});

test('what is out of reach is not met, on the device that does not reach it', () => {
  assert.ok(reaches(high, {}, true));
  assert.ok(reaches(high, { acr_values: `urn:other ${EIDAS}high` }, false));
  assert.ok(!reaches(high, { acr_values: `${EIDAS}high` }, true));
  assert.ok(!reaches(high, { acr_values: 'urn:other' }, false));
  assert.ok(!reaches(high, essential(`${EIDAS}substantial`), false));
  assert.ok(!reaches({}, { acr_values: '1 2' }, false));
});

test('a client asks for the first value that discovery lists, whatever the others of the tenant reach', () => {
  for (const clients of [[{}], [high], [high, { acr: 'other' }], [{}, high], [high, high]]) {
    const offered = offeredAcr(clients);
    for (const client of clients) {
      for (const acr_values of [String(offered[0]), offered.slice(0, 2).join(' '), offered.join(' ')]) {
        assert.ok(reaches(client, { acr_values }, false), `${acr_values} at ${JSON.stringify(clients)}`);
      }
    }
  }
});

test('a login without a level says so only if it was asked for', () => {
  assert.equal(saidAcr({}, {}, false), undefined);
  assert.equal(saidAcr({}, { acr_values: '0' }, false), '0');
  assert.equal(saidAcr(high, { acr_values: '0' }, false), `${EIDAS}high`);
  assert.ok(!reaches(high, essential('0'), false), 'an essential value is the one of the token');
  assert.equal(saidAcr({}, essential('0'), false), '0');
});
