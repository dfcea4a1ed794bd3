/** Restoring disclosures (RFC 9901, 7.1): each rule that invalidates a credential. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JwtReason } from '@countersign/shared/crypto/jwt-error';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/crypto/refuses';
import { discloseClaims, parseDisclosures } from '../../src/presentation/sd-jwt-disclosures.ts';
import { disclosure, hash, part } from './presentations.ts';

const disclosed = (payload: JsonObject, ...sent: string[]) => discloseClaims(payload, parseDisclosures(sent));
const name = disclosure('given_name', 'Ada');
const refused = (reason: JwtReason, payload: JsonObject, ...sent: string[]) =>
  refuses(() => disclosed(payload, ...sent), reason);

test('claims and elements are restored, nested ones too; digests, decoys and undisclosed elements are removed', () => {
  const street = disclosure('street', 'Main');
  const address = disclosure('address', { _sd: [hash(street), hash('decoy')], city: 'Bonn' });
  const element = disclosure('DE');
  const payload = {
    vct: 'v',
    _sd_alg: 'sha-256',
    _sd: [hash(name), hash(address), hash('hidden')],
    nationalities: [{ '...': hash(element) }, { '...': hash('hidden too') }, 'FR'],
  };
  assert.deepEqual(disclosed(payload, name, address, street, element), {
    vct: 'v',
    given_name: 'Ada',
    address: { city: 'Bonn', street: 'Main' },
    nationalities: ['DE', 'FR'],
  });
});

test('a disclosure has exactly one digest', () => {
  refused('unreferenced_disclosure', { _sd: [] }, name);
  refused('repeated_digest', { _sd: [hash(name)] }, name, name);
  refused('repeated_digest', { _sd: [hash(name), hash(name)] }, name);
  refused('repeated_digest', { _sd: [hash(name)], a: { _sd: [hash(name)] } }, name);
});

test('a disclosed name is neither present already nor reserved by the format', () => {
  refused('name_taken', { given_name: 'plain', _sd: [hash(name)] }, name);
  for (const reserved of ['_sd', '...', '_sd_alg', '__proto__', 'x'.repeat(257)]) {
    const bad = disclosure(reserved, 1);
    refused('disclosure', { _sd: [hash(bad)] }, bad);
  }
});

test('a claim is not disclosed as an element, nor an element as a claim', () => {
  const element = disclosure('DE');
  refused('disclosure', { _sd: [hash(element)] }, element);
  refused('disclosure', { list: [{ '...': hash(name) }] }, name);
});

test('registered claims are never disclosable, whole or in part', () => {
  for (const registered of ['iss', 'exp', 'cnf', 'vct', 'status']) {
    const bad = disclosure(registered, 'x');
    refused('never_disclosable', { _sd: [hash(bad)] }, bad);
  }
  const inner = disclosure('jwk', {});
  refused('never_disclosable', { cnf: { _sd: [hash(inner)] } }, inner);
  const sub = disclosure('sub', 'person');
  assert.deepEqual(disclosed({ _sd: [hash(sub)] }, sub), { sub: 'person' });
});

test('digests and algorithm have their form', () => {
  refused('hash_algorithm', { _sd_alg: 'sha-512' });
  refused('digest', { _sd: 'x' });
  refused('digest', { _sd: [1] });
  refused('digest', { a: { _sd_alg: 'sha-256' } });
  refused('digest', { '...': 'x' });
  refused('digest', { list: [{ '...': hash(name), more: 1 }] }, name);
});

test('a disclosure is [salt, name, value] or [salt, value]', () => {
  for (const bad of [
    'not base64!',
    part('{}'),
    part('["salt"]'),
    part('[1,"n",2]'),
    part('["s","n",1,2]'),
    part('["s",1,2]'),
  ]) {
    assert.throws(() => parseDisclosures([bad]), bad);
  }
});
