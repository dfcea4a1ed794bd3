/** The configuration of a tenant of profile haip that trusts the provider of the attested wallets. */

/** The credential for the attested wallets. */
export const ATTESTED = 'attested';

/** Samples that such a tenant could not serve unchanged. */
const SAMPLES = ['pid', 'member', 'diploma', 'mdl', 'pid-mdoc'];

/** By their path in the tenant's folder. @param caPem the CA of the provider */
export function haipTenantFiles(caPem: string): Readonly<Record<string, unknown>> {
  return {
    'tenant.json': { profile: 'haip' },
    'trust/wallet-providers/provider.pem': caPem,
    ...Object.fromEntries([ATTESTED, ...SAMPLES].map((id) => [`issuance/${id}.json`, attestedConfiguration(id)])),
  };
}

function attestedConfiguration(scope: string): object {
  const proof = { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} };
  return {
    config: {
      format: 'dc+sd-jwt',
      vct: `<PUBLIC_URL>/credentials/vct/${scope}`,
      scope,
      cryptographic_binding_methods_supported: ['jwk'],
      proof_types_supported: { jwt: proof, attestation: proof },
      display: [{ name: scope, locale: 'en' }],
    },
    claims: { given_name: 'Erika' },
    disclosureFrame: { _sd: ['given_name'] },
    refresh: {},
  };
}
