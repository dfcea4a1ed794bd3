import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createMdocIssuers } from '../../src/keys/mdoc-issuer.ts';
import { temporaryFolder } from '../store/temporary.ts';

async function world(t: TestContext) {
  const configFolder = await temporaryFolder(t);
  mkdirSync(join(configFolder, 'tenants', 'acme'), { recursive: true });
  const issuerOf = createMdocIssuers({ publicUrl: 'https://issuer.example', configFolder });
  const file = join(configFolder, 'tenants', 'acme', 'tenant.json');
  return { issuerOf, file, write: (text: string) => writeFileSync(file, text) };
}

test('each tenant has addresses of its own', async (t) => {
  const { issuerOf } = await world(t);
  assert.equal(issuerOf('default').issuerUrl, 'https://issuer.example');
  assert.equal(issuerOf('default').revocationListUrl(1), 'https://issuer.example/iaca/1/crl');
  assert.equal(issuerOf('acme').issuerUrl, 'https://issuer.example/acme');
  assert.equal(issuerOf('acme').revocationListUrl(12), 'https://issuer.example/acme/iaca/12/crl');
});

test('the country is that of the present tenant.json; none is inherited', async (t) => {
  const { issuerOf, write, file } = await world(t);
  assert.equal(issuerOf('acme').country, undefined);
  write('{"profile":"haip"}');
  assert.equal(issuerOf('acme').country, undefined);
  write('{"country":"DE"}');
  assert.equal(issuerOf('acme').country, 'DE');
  assert.equal(issuerOf('default').country, undefined);
  write('{"country":"FR"}');
  assert.equal(issuerOf('acme').country, 'FR');
  rmSync(file);
  assert.equal(issuerOf('acme').country, undefined);
});

test('a country that is none, or an unreadable file, is an error: the certificate would name another one', async (t) => {
  const { issuerOf, write } = await world(t);
  for (const text of ['{"country":"Germany"}', '{"country":"de"}', '{"country":null}', '{', '[]']) {
    write(text);
    assert.throws(() => issuerOf('acme'), /tenant\.json of acme is broken/, text);
  }
});
