import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { hasOlderMembers, standardConfiguration, standardDisplay } from '../../src/credential/wallet-dialect.ts';
import { issuerMetadata } from '../../src/metadata/issuer-metadata.ts';
import { ISSUER } from '../support.ts';

const both = { uri: 'https://i.example/a.png', url: 'https://i.example/a.png', alt_text: 'A' };
const display = [{ name: 'Pass', locale: 'en', logo: both, background_image: both, text_color: '#000000' }];
const standard = { uri: 'https://i.example/a.png', alt_text: 'A' };
const shown = [{ name: 'Pass', locale: 'en', logo: standard, background_image: standard, text_color: '#000000' }];
const metadata: JsonObject = {
  format: 'dc+sd-jwt',
  vct: 'pass',
  scope: 'pass',
  display,
  credential_metadata: { display, claims: [{ path: ['url'], display: [{ name: 'Address' }] }] },
};

test('the dialects both and interface have the older members, standard does not', () => {
  assert.deepEqual(
    (['both', 'interface', 'standard'] as const).map((dialect) => hasOlderMembers(dialect)),
    [true, true, false],
  );
});

test('a standard display has images with uri alone, whichever was written', () => {
  assert.deepEqual(standardDisplay(display), shown);
  assert.deepEqual(standardDisplay([{ name: 'A', logo: { url: 'https://i.example/u' } }]), [
    { name: 'A', logo: { uri: 'https://i.example/u' } },
  ]);
  assert.deepEqual(standardDisplay([{ name: 'A', logo: { uri: 'https://i.example/1', url: 'https://i.example/2' } }]), [
    { name: 'A', logo: { uri: 'https://i.example/1' } },
  ]);
  assert.deepEqual(standardDisplay([{ name: 'A', logo: 'text' }]), [{ name: 'A', logo: 'text' }]);
});

test('a standard configuration has display in credential_metadata alone, and keeps all other members', () => {
  assert.deepEqual(standardConfiguration(metadata), {
    format: 'dc+sd-jwt',
    vct: 'pass',
    scope: 'pass',
    credential_metadata: { display: shown, claims: [{ path: ['url'], display: [{ name: 'Address' }] }] },
  });
  assert.deepEqual(standardConfiguration({ format: 'dc+sd-jwt', credential_metadata: {} }), {
    format: 'dc+sd-jwt',
    credential_metadata: {},
  });
  assert.deepEqual(standardConfiguration({ format: 'dc+sd-jwt', display }), { format: 'dc+sd-jwt' });
});

for (const dialect of ['both', 'interface', 'standard'] as const) {
  test(`issuer metadata in the dialect ${dialect}`, () => {
    const named = { format: 'dc+sd-jwt', id: 'pass', scope: 'pass', vct: 'pass' } as const;
    const configuration = { ...named, metadata, claims: {}, disclosureFrame: {} };
    const made = issuerMetadata({ issuer: ISSUER, batchSize: 2, dialect, display, configurations: [configuration] });
    const older = dialect !== 'standard';
    assert.equal(made.authorization_server, older ? ISSUER : undefined);
    assert.deepEqual(made.authorization_servers, [ISSUER]);
    assert.deepEqual(made.display, older ? display : shown);
    assert.deepEqual(made.credential_configurations_supported, {
      pass: older ? metadata : standardConfiguration(metadata),
    });
  });
}
