import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentCheck } from '@countersign/shared/flow-config/document-findings';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import {
  type CommonConfiguration,
  commonConfiguration,
  configurationErrors,
} from '../../src/configuration/common-configuration.ts';

const context = {
  publicUrl: 'https://h.example',
  tenant: 't1',
  id: 'pid',
  checkWebhook: (_: unknown, pointer: string) => [{ pointer, detail: 'refused' }],
  checkShape: () => [],
  imageExists: () => true,
  checkFrame: () => [],
};

const make = (value: JsonObject): CommonConfiguration =>
  commonConfiguration(value, 'pid', { type: { doctype: 'd' }, methods: { algorithms: [1] } });

function errors(value: JsonObject, of: { checks?: DocumentCheck[]; shape?: FieldError[] } = {}): string[] {
  const all = configurationErrors(value, context, { checks: [], shape: [], ...of });
  return all.map(({ pointer }) => pointer);
}

test('the entry of the metadata: type, scope and methods in this order, after what was written', () => {
  const { metadata, scope } = make({ config: { format: 'f' } });
  assert.deepEqual(Object.keys(metadata), [
    'format',
    'doctype',
    'scope',
    'algorithms',
    'proof_types_supported',
    'credential_metadata',
  ]);
  assert.equal(scope, 'pid');
});

test('members of every format', () => {
  const written = {
    config: { scope: 's', proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } } },
    claims: { a: 1 },
    schema: { type: 'object' },
    lifetime: 3600,
    wallet_initiated: true,
    sign_in: true,
    revocation_chaining: true,
    refresh: { older_credentials: 'revoke' },
    presentation_during_issuance: { type: 'login', webhook: 'https://b.example/hook' },
  };
  const { metadata: _, ...common } = make(written);
  assert.deepEqual(common, {
    id: 'pid',
    scope: 's',
    claims: { a: 1 },
    proofTypes: { jwt: { algorithms: ['ES256'] } },
    schema: { type: 'object' },
    presentationDuringIssuance: 'login',
    walletInitiated: true,
    signIn: true,
    claimsWebhook: { url: 'https://b.example/hook' },
    refresh: common.refresh,
    revocationChaining: true,
    lifetime: 3600,
  });
  assert.equal(common.refresh?.olderCredentials, 'revoke');
});

test('the errors of the shape, of the format and of the common checks come together', () => {
  const value = { config: { display: [] }, sign_in: true, presentation_during_issuance: { type: 'p' } };
  const of = {
    shape: [{ pointer: '/claims', detail: 'must be object' }],
    checks: [() => [{ pointer: '/config/x', detail: 'x' }]],
  };
  assert.deepEqual(errors(value, of), ['/claims', '/config/x', '/config/display', '/sign_in']);
});

test('a lifetime that is not valid says nothing about the reuse policy', () => {
  const option = { details: ['limited_time'], reissue_trigger_lifetime_left: 600 };
  const credential_reuse_policy = { id: 'arf_annex_ii', options: [option] };
  const value = { config: { credential_metadata: { credential_reuse_policy } }, lifetime: 'long' };
  const shape = [{ pointer: '/lifetime', detail: 'must be integer' }];
  assert.deepEqual(errors(value, { shape }), ['/lifetime']);
});

test('webhooks are checked at their place', () => {
  const hook = 'https://b.example/hook';
  assert.deepEqual(errors({ presentation_during_issuance: { type: 'p', webhook: hook }, refresh: { webhook: hook } }), [
    '/presentation_during_issuance/webhook',
    '/refresh/webhook',
  ]);
});

test('a sign-in and a presentation exclude each other', () => {
  const presentation_during_issuance = { type: 'p' };
  assert.deepEqual(errors({ presentation_during_issuance, sign_in: true, wallet_initiated: true }), [
    '/wallet_initiated',
    '/sign_in',
  ]);
  assert.deepEqual(errors({ presentation_during_issuance, sign_in: false }), []);
});
