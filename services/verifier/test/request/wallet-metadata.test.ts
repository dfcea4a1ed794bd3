import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import fc from 'fast-check';
import {
  checkSignature,
  parseWalletParameters as parseFor,
  type WalletParameters,
} from '../../src/request/wallet-metadata.ts';
import type { PresentationReason } from '../../src/session/presentation-error.ts';
import { refuses, refusesWith } from '../presentation/refuses.ts';

const SD_JWT_VC = ['dc+sd-jwt'] as const;
const BOTH = ['dc+sd-jwt', 'mso_mdoc'] as const;

/** For a query of SD-JWT VCs. */
function parseWalletParameters(form: Json | undefined): WalletParameters {
  return parseFor(form, SD_JWT_VC);
}

function metadata(value: unknown): Json {
  return { wallet_metadata: JSON.stringify(value) };
}

test('without a form there are no parameters', () => {
  assert.deepEqual(parseWalletParameters(undefined), {});
  assert.deepEqual(parseWalletParameters({ other: 'x' }), {});
});

test('nonce and issuer are returned unchanged', () => {
  const wallet_nonce = '{"a":1}';
  const form = { wallet_nonce, ...(metadata({ issuer: 'https://w.example' }) as object) };
  assert.deepEqual(parseWalletParameters(form), { walletNonce: wallet_nonce, walletIssuer: 'https://w.example' });
});

test('metadata as wallets send it', () => {
  parseWalletParameters(
    metadata({
      vp_formats_supported: { mso_mdoc: {}, 'dc+sd-jwt': null },
      client_id_prefixes_supported: ['x509_hash'],
      request_object_signing_alg_values_supported: ['ES256'],
    }),
  );
  const algorithms = { 'sd-jwt_alg_values': ['ES256', 'ES384'], 'kb-jwt_alg_values': ['ES256'] };
  parseWalletParameters(metadata({ vp_formats_supported: { 'dc+sd-jwt': algorithms } }));
});

const bad: Record<string, [form: unknown, reason: PresentationReason]> = {
  'no form': ['x', 'wallet_metadata'],
  'an empty nonce': [{ wallet_nonce: '' }, 'wallet_nonce'],
  'a nonce of a megabyte': [{ wallet_nonce: 'x'.repeat(1_048_576) }, 'wallet_nonce'],
  'a nonce as an object': [{ wallet_nonce: { $gt: '' } }, 'wallet_nonce'],
  'metadata that is no JSON': [{ wallet_metadata: 'x' }, 'wallet_metadata'],
  'metadata as an object': [{ wallet_metadata: {} }, 'wallet_metadata'],
  'metadata in a list': [metadata([]), 'wallet_metadata'],
  'more than 32 KiB': [metadata({ x: 'ä'.repeat(16_384) }), 'wallet_metadata'],
  'a member twice': [{ wallet_metadata: '{"issuer":"a","issuer":"b"}' }, 'wallet_metadata'],
  'ten thousand levels': [{ wallet_metadata: `${'['.repeat(10_000)}${']'.repeat(10_000)}` }, 'wallet_metadata'],
  'other formats': [metadata({ vp_formats_supported: { mso_mdoc: {} } }), 'wallet_formats'],
  'formats in a list': [metadata({ vp_formats_supported: ['dc+sd-jwt'] }), 'wallet_formats'],
  'another algorithm of credentials': [
    metadata({ vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['RS256'] } } }),
    'wallet_formats',
  ],
  'another algorithm of proofs': [
    metadata({ vp_formats_supported: { 'dc+sd-jwt': { 'kb-jwt_alg_values': [] } } }),
    'wallet_formats',
  ],
  'an issuer that is no text': [metadata({ issuer: 1 }), 'wallet_metadata'],
};

for (const [name, [form, reason]] of Object.entries(bad)) {
  test(`refused: ${name}`, () => {
    refuses(() => parseWalletParameters(form as Json), reason);
  });
}

test('the wallet must support the algorithm that signs the request, if it names any', () => {
  const parameter = 'request_object_signing_alg_values_supported';
  const read = (algorithms: Json) => parseWalletParameters(metadata({ [parameter]: algorithms }));
  for (const algorithms of [['ES384'], ['none'], []]) {
    refusesWith(() => checkSignature(read(algorithms), 'ES256'), 'wallet_metadata', { parameter, expected: 'ES256' });
  }
  checkSignature(read(['ES384', 'ES256']), 'ES384');
  checkSignature({}, 'EdDSA');
});

test('neither the prefix nor the address of keys that a wallet names changes the request', () => {
  const others = { client_id_prefixes_supported: ['redirect_uri'], jwks_uri: 'http://169.254.169.254/keys' };
  assert.deepEqual(parseWalletParameters(metadata(others)), parseWalletParameters(metadata({})));
});

test('any form is read or refused properly', () => {
  const field = fc.oneof(fc.jsonValue(), fc.json());
  fc.assert(
    fc.property(fc.record({ wallet_metadata: field, wallet_nonce: field }, { requiredKeys: [] }), (form) => {
      try {
        parseWalletParameters(form as Json);
      } catch (error) {
        refuses(() => {
          throw error;
        });
      }
    }),
  );
});

test('facts of a refusal: the parameter, what is expected and what came', () => {
  const parse = (form: unknown) => () => parseWalletParameters(form as Json);
  refusesWith(parse({ wallet_nonce: '' }), 'wallet_nonce', { bytes: 0, mostBytes: 1024 });
  refusesWith(parse({ wallet_nonce: {} }), 'wallet_nonce', { mostBytes: 1024 });
  refusesWith(parse({ wallet_metadata: 'x' }), 'wallet_metadata', { parameter: 'wallet_metadata', detail: 'not_json' });
  refusesWith(parse({ wallet_metadata: {} }), 'wallet_metadata', { parameter: 'wallet_metadata', detail: 'not_text' });
  refusesWith(parse({ wallet_metadata: 'x'.repeat(32_769) }), 'wallet_metadata', {
    parameter: 'wallet_metadata',
    detail: 'too_large',
    bytes: 32_769,
    mostBytes: 32_768,
  });
  refusesWith(parse(metadata({ issuer: 1 })), 'wallet_metadata', { parameter: 'issuer' });
  refusesWith(parse(metadata({ vp_formats_supported: { mso_mdoc: {}, 'vc+sd-jwt': {} } })), 'wallet_formats', {
    expected: 'dc+sd-jwt',
    received: ['mso_mdoc', 'vc+sd-jwt'],
  });
  const proofs = { 'dc+sd-jwt': { 'kb-jwt_alg_values': ['EdDSA'] } };
  refusesWith(parse(metadata({ vp_formats_supported: proofs })), 'wallet_formats', {
    parameter: 'kb-jwt_alg_values',
    expected: 'ES256',
    received: ['EdDSA'],
  });
});

const MDOC = { issuerauth_alg_values: [-7], deviceauth_alg_values: [-9, -36] };

test('the formats are those of the query', () => {
  const supporting = (formats: object) => metadata({ vp_formats_supported: formats });
  for (const details of [{}, null, MDOC, { issuerauth_alg_values: [-9] }, { alg: ['ES256'] }]) {
    assert.deepEqual(parseFor(supporting({ mso_mdoc: details }), ['mso_mdoc']), {});
  }
  refuses(() => parseFor(supporting({ 'dc+sd-jwt': {} }), ['mso_mdoc']), 'wallet_formats');
  refuses(() => parseFor(supporting({ mso_mdoc: MDOC }), SD_JWT_VC), 'wallet_formats');
});

test('of a query of both formats the wallet may support one', () => {
  const supporting = (formats: object) => metadata({ vp_formats_supported: formats });
  const weak = { issuerauth_alg_values: [-257] };
  assert.deepEqual(parseFor(supporting({ 'dc+sd-jwt': {} }), BOTH), {});
  assert.deepEqual(parseFor(supporting({ mso_mdoc: MDOC }), BOTH), {});
  assert.deepEqual(parseFor(supporting({ mso_mdoc: weak, 'dc+sd-jwt': {} }), BOTH), {});
  refuses(() => parseFor(supporting({ mso_mdoc: weak }), BOTH), 'wallet_formats');
  refuses(() => parseFor(supporting({ ldp_vc: {} }), BOTH), 'wallet_formats');
});

test('facts of a refusal for mdocs: the COSE algorithms, and the formats of the query', () => {
  const parse = (formats: object, asked: readonly ('dc+sd-jwt' | 'mso_mdoc')[]) => () =>
    parseFor(metadata({ vp_formats_supported: formats }), asked);
  refusesWith(parse({ ldp_vc: {} }, BOTH), 'wallet_formats', { expected: [...BOTH], received: ['ldp_vc'] });
  refusesWith(parse({ mso_mdoc: { deviceauth_alg_values: [-65537] } }, ['mso_mdoc']), 'wallet_formats', {
    parameter: 'deviceauth_alg_values',
    expected: ['-7', '-9'],
  });
});
