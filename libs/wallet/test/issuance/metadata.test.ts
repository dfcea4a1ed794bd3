import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import {
  fetchMetadata,
  type IssuerMetadata,
  metadataFaults,
  type ServerMetadata,
  wellKnown,
} from '../../src/issuance/metadata.ts';
import { newWalletKey, signCompact } from '../../src/jwt/keys.ts';
import { WALLETS, type WalletName } from '../../src/profiles/habits.ts';
import { createAuthority, createLeaf, x5cOf } from '../../src/provider/certificates.ts';
import { Transport } from '../../src/sending/transport.ts';

const ISSUER = 'https://issuer.example/acme';
const algorithms = ['ES256'];
const offer = { enc_values_supported: ['A256GCM'], encryption_required: false };

const issuer = {
  credential_issuer: ISSUER,
  credential_endpoint: `${ISSUER}/vci/credential`,
  credential_configurations_supported: {
    pid: {
      format: 'dc+sd-jwt',
      proof_types_supported: {
        jwt: { proof_signing_alg_values_supported: algorithms, key_attestations_required: {} },
        attestation: { proof_signing_alg_values_supported: algorithms, key_attestations_required: {} },
      },
    },
  },
} satisfies IssuerMetadata;

const server: ServerMetadata = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  token_endpoint_auth_methods_supported: ['attest_jwt_client_auth'],
  client_attestation_signing_alg_values_supported: algorithms,
  client_attestation_pop_signing_alg_values_supported: algorithms,
};

function faults(wallet: WalletName, changed: Partial<IssuerMetadata>, changedServer: Partial<ServerMetadata> = {}) {
  const metadata = { issuer: { ...issuer, ...changed }, server: { ...server, ...changedServer } };
  return metadataFaults(metadata, WALLETS[wallet].metadata).length;
}

const plainPid = {
  plain: { format: 'dc+sd-jwt', proof_types_supported: { jwt: { proof_signing_alg_values_supported: algorithms } } },
};
const cases: readonly [string, Partial<IssuerMetadata>, Partial<ServerMetadata>, readonly WalletName[]][] = [
  ['what the profile asks for', {}, {}, []],
  [
    'one proof type without key_attestations_required',
    { credential_configurations_supported: { ...issuer.credential_configurations_supported, ...plainPid } },
    {},
    ['eudi-kotlin', 'eudi-ios'],
  ],
  ['response encryption alone', { credential_response_encryption: offer }, {}, ['eudi-kotlin']],
  [
    'response encryption alone, required',
    { credential_response_encryption: { ...offer, encryption_required: true } },
    {},
    ['eudi-kotlin', 'eudi-ios', 'suite'],
  ],
  [
    'one algorithm list alone',
    {},
    { client_attestation_pop_signing_alg_values_supported: [] },
    ['eudi-kotlin', 'eudi-ios'],
  ],
  ['two entries of issuer_info', { issuer_info: [{}, {}] }, {}, ['eudi-kotlin']],
];

describe('metadata that wallets refuse', () => {
  for (const [name, changed, changedServer, refusing] of cases) {
    test(`${name}: refused by ${refusing.join(', ') || 'none'}`, () => {
      for (const wallet of ['eudi-kotlin', 'eudi-ios', 'credo', 'suite', 'ts3-letter'] as const) {
        assert.equal(faults(wallet, changed, changedServer) > 0, refusing.includes(wallet), wallet);
      }
    });
  }
});

describe('signed metadata', () => {
  const validity = { notBefore: Date.UTC(2030, 0, 1), notAfter: Date.UTC(2031, 0, 1) };
  const now = validity.notBefore / 1000 + 3600;
  const typ = 'openidvci-issuer-metadata+jwt';
  const claims = { ...issuer, iss: ISSUER, sub: ISSUER, iat: now, exp: now + 60 };

  function makeSigningKey() {
    const authority = createAuthority('CA of acme', validity);
    const key = newWalletKey();
    return { key, x5c: [x5cOf(createLeaf(authority, 'issuer.example', validity, key))], anchor: authority.certificate };
  }

  async function fetched(changes: {
    readonly wallet?: WalletName;
    readonly claims?: object;
    readonly header?: object;
    readonly anchor?: string;
  }) {
    const { key, x5c, anchor } = makeSigningKey();
    const header = { typ, alg: 'ES256', x5c, ...changes.header };
    const token = signCompact(header, { ...claims, ...changes.claims }, key.privateKey);
    const answers = new Map([
      [wellKnown(ISSUER, 'openid-credential-issuer'), ['application/jwt', token]],
      [wellKnown(ISSUER, 'oauth-authorization-server'), ['application/json', JSON.stringify(server)]],
    ]);
    return fetchMetadata({
      issuer: ISSUER,
      habits: WALLETS[changes.wallet ?? 'eudi-ios'].metadata,
      now,
      anchors: [changes.anchor ?? anchor],
      transport: new Transport({
        fetch: async (url) => {
          const [type = '', text = ''] = answers.get(String(url)) ?? [];
          return new Response(text, { headers: { 'content-type': type } });
        },
      }),
    });
  }

  test('is taken under the anchor', async () => {
    const { signed, issuer: metadata } = await fetched({});
    assert.equal(signed, true);
    assert.equal(metadata.credential_endpoint, issuer.credential_endpoint);
  });

  test('is refused where it is another issuer’s, too old, of another type, or not under the anchor', async () => {
    const other = makeSigningKey();
    await assert.rejects(fetched({ claims: { sub: 'https://issuer.example' } }), /refuses/);
    await assert.rejects(fetched({ claims: { exp: now - 1 } }), /refuses/);
    await assert.rejects(fetched({ claims: { iss: undefined } }), /refuses/);
    await assert.rejects(fetched({ header: { typ: 'JWT' } }), /refuses/);
    await assert.rejects(fetched({ anchor: other.anchor }), /anchor/);
    await assert.rejects(fetched({ header: { x5c: [] } }), /x5c/);
    await assert.rejects(fetched({ header: { x5c: other.x5c }, anchor: other.anchor }), /refuses/);
  });

  test('without iss it is taken by all but iOS', async () => {
    assert.equal((await fetched({ claims: { iss: undefined }, wallet: 'eudi-kotlin' })).signed, true);
  });
});
