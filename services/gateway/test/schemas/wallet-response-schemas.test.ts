/** The API description has every member of the metadata that the issuer creates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizationServerMetadata,
  interactiveFeature,
} from '@countersign/issuer/configuration/authorization-server-metadata';
import { encryptionMetadata } from '@countersign/issuer/credential/credential-encryption';
import { attestationFeature } from '@countersign/issuer/metadata/attestation-metadata';
import { issuerMetadata } from '@countersign/issuer/metadata/issuer-metadata';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { authServerMetadataSchema, issuerMetadataSchema } from '../../src/schemas/wallet-response-schemas.ts';

const ISSUER = 'https://issuer.example/t1';

function described(schema: JsonObject): readonly string[] {
  return Object.keys(schema.properties as JsonObject).sort();
}

test('of the authorization server', () => {
  const whole = authorizationServerMetadata({
    issuer: ISSUER,
    scopes: ['pid'],
    requirePushedAuthorizationRequests: true,
    publicClients: true,
    registeredClients: true,
    features: [attestationFeature(ISSUER, false), interactiveFeature(ISSUER)],
  });
  assert.deepEqual(Object.keys(whole).sort(), described(authServerMetadataSchema));
});

test('of the issuer', () => {
  const whole = issuerMetadata({
    issuer: ISSUER,
    batchSize: 2,
    dialect: 'both',
    display: [{ name: 'Office', locale: 'en' }],
    configurations: [],
    features: [encryptionMetadata({ keys: [], required: 'optional', compressedRequests: true })],
  });
  assert.deepEqual(Object.keys(whole).sort(), described(issuerMetadataSchema));
});
