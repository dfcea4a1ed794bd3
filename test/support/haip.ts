/** Tenants of the HAIP line in both variants of the API, and wallets for it. */
import assert from 'node:assert/strict';
import {
  createWalletProvider,
  type WalletProvider,
  type WalletProviderOptions,
} from '@countersign/shared/test/crypto/wallet-provider';
import { ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import type { ProfileWalletOptions } from '@countersign/wallet/issuance/token-wallet';
import type { MadeOffer } from './flows.ts';
import { offerOf, type Shape, shapes } from './presentation-during-issuance.ts';
import { startSampleServer } from './sample-server.ts';
import type { ServerOptions, TestServer } from './server.ts';

/** Credentials bound to attested keys. The samples' `pid` has plain proofs. */
export const ATTESTED = 'attested';

/** @param key_attestations_required undefined for plain proofs */
export function configurationOf(scope: string, key_attestations_required: object | undefined = {}): object {
  const attested = key_attestations_required === undefined ? {} : { key_attestations_required };
  const type = { proof_signing_alg_values_supported: ['ES256'], ...attested };
  return {
    config: {
      format: 'dc+sd-jwt',
      vct: `<PUBLIC_URL>/credentials/vct/${scope}`,
      scope,
      cryptographic_binding_methods_supported: ['jwk'],
      proof_types_supported: { jwt: type, ...(key_attestations_required === undefined ? {} : { attestation: type }) },
      display: [{ name: scope, locale: 'en' }],
    },
    claims: { given_name: 'Erika' },
    disclosureFrame: { _sd: ['given_name'] },
    refresh: {},
  };
}

/** A configuration that needs a presentation of a PID, whose claims come from a webhook. */
export function lateConfiguration(webhook: string): object {
  return { ...configurationOf('late'), presentation_during_issuance: { type: 'identity', webhook } };
}

export interface HaipWorld {
  readonly server: TestServer;
  readonly provider: WalletProvider;
  /** A wallet of the variant's tenant, attested unless the options specify otherwise. */
  wallet(shape: Shape, options?: Partial<ProfileWalletOptions>): Promise<ProfileWallet>;
  /** An offer of `attested`, or of what the body names. */
  offer(shape: Shape, body?: object): Promise<MadeOffer>;
  close(): Promise<void>;
}

export interface HaipWorldOptions {
  readonly profile: 'haip' | 'eu' | 'open';
  /** The samples unchanged, with plain proofs, or every configuration with key attestations. Default: by the profile */
  readonly samples?: 'plain' | 'attested';
  readonly server?: ServerOptions;
  readonly provider?: WalletProviderOptions;
}

/** Starts a server whose tenants, `default` and `root`, have that profile and trust one wallet provider. The caller closes it. */
export async function startHaipWorld(options: HaipWorldOptions): Promise<HaipWorld> {
  const { profile, samples = profile === 'open' ? 'plain' : 'attested' } = options;
  const provider = await createWalletProvider(options.provider);
  const server = await startSampleServer(options.server);
  const files = Object.entries(tenantFiles({ profile, samples, caPem: provider.caPem }));
  for (const { folder } of shapes) for (const [path, content] of files) server.writeConfig(folder + path, content);
  return {
    server,
    provider,
    wallet: async (shape, wallet = {}) => {
      const { anchor = '' } = await server.platform.keys.signer(shape.tenant, 'credential');
      const issuer = shape.issuer(server);
      return new ProfileWallet({ issuer, attester: provider, anchors: [anchor], ...wallet });
    },
    offer: (shape, body) => offerOf(server, shape, { credentialConfigurationIds: [ATTESTED], ...body }),
    close: () => server.close(),
  };
}

/** Files of a tenant that trusts the provider, by their path in the tenant's folder. */
export function tenantFiles({
  profile,
  samples,
  caPem,
}: {
  readonly profile: 'haip' | 'eu' | 'open';
  readonly samples: 'plain' | 'attested';
  readonly caPem: string;
}): Readonly<Record<string, unknown>> {
  const ends = profile === 'eu' ? { lifetime: 86_400 } : {};
  const ids = samples === 'plain' ? [ATTESTED] : [ATTESTED, 'pid', 'eu-pid', 'member', 'diploma', 'mdl', 'pid-mdoc'];
  return {
    'tenant.json': { profile },
    'trust/wallet-providers/provider.pem': caPem,
    ...Object.fromEntries(ids.map((id) => [`issuance/${id}.json`, { ...configurationOf(id), ...ends }])),
  };
}

/** The SD-JWT VCs in a response. */
export function credentialsOf(answer: {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}): readonly string[] {
  assert.equal(answer.status, 200, answer.text);
  const { credentials } = answer.json as { readonly credentials: readonly { readonly credential: string }[] };
  return credentials.map(({ credential }) => credential);
}
