import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CredentialConfiguration } from '../../src/configuration/credential-configuration.ts';
import { issuerMetadata } from '../../src/metadata/issuer-metadata.ts';
import { ISSUER } from '../support.ts';

function configuration(id: string, metadata: JsonObject): CredentialConfiguration {
  return {
    format: 'dc+sd-jwt',
    id,
    metadata,
    scope: id,
    vct: id,
    claims: { secret: 'claim' },
    disclosureFrame: {},
    schema: { secret: 'schema' },
  };
}

const pid = configuration('pid', { format: 'dc+sd-jwt', vct: 'pid', scope: 'pid' });
const pass = configuration('pass', { format: 'dc+sd-jwt', vct: 'pass', scope: 'pass' });
const display = [{ name: 'Office', locale: 'en' }];

test('the metadata is complete and advertises only what is built', () => {
  assert.deepEqual(
    issuerMetadata({ issuer: ISSUER, batchSize: 10, dialect: 'both', display, configurations: [pid, pass] }),
    {
      credential_issuer: ISSUER,
      authorization_servers: [ISSUER],
      authorization_server: ISSUER,
      credential_endpoint: `${ISSUER}/vci/credential`,
      nonce_endpoint: `${ISSUER}/vci/nonce`,
      deferred_credential_endpoint: `${ISSUER}/vci/deferred`,
      notification_endpoint: `${ISSUER}/vci/notification`,
      batch_credential_issuance: { batch_size: 10 },
      display,
      credential_configurations_supported: { pid: pid.metadata, pass: pass.metadata },
    },
  );
});

test('only the metadata of a configuration is published', () => {
  const text = JSON.stringify(
    issuerMetadata({ issuer: ISSUER, batchSize: 2, dialect: 'both', display, configurations: [pid] }),
  );
  assert.ok(!text.includes('secret'));
});

test('an issuer without configurations still has the member', () => {
  const metadata = issuerMetadata({ issuer: ISSUER, batchSize: 2, dialect: 'both', display, configurations: [] });
  assert.deepEqual(metadata.credential_configurations_supported, {});
});

test('the identifier is used unchanged, without an added slash', () => {
  for (const issuer of ['https://h.example', 'https://h.example/base/t1', 'http://localhost:3000']) {
    const metadata = issuerMetadata({ issuer, batchSize: 2, dialect: 'both', display, configurations: [] });
    assert.equal(metadata.credential_issuer, issuer);
    assert.equal(metadata.credential_endpoint, `${issuer}/vci/credential`);
  }
});

test('a feature adds its members', () => {
  const features = [{ issuer_info: [{ format: 'registration_cert', data: 'a.b.c' }] }, { preferred: 1 }];
  const metadata = issuerMetadata({
    issuer: ISSUER,
    batchSize: 2,
    dialect: 'both',
    display,
    configurations: [],
    features,
  });
  assert.deepEqual([metadata.issuer_info, metadata.preferred], [features[0]?.issuer_info, 1]);
});
