/** Configurations that a server takes as written, and that wallets or backends would stumble over: each with what a dry run says. */
import { X509Certificate } from 'node:crypto';
import { createAuthority, createLeaf } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { ConfigFiles } from '../support/server.ts';

export interface Broken {
  readonly what: string;
  readonly kind: 'issuance' | 'presentation';
  /** Below the folder of the tenant; the configuration is `broken`. */
  readonly files: ConfigFiles;
  readonly body?: object;
  /** Code of the warning. */
  readonly finds: string;
  /** The hint names what to change. */
  readonly change: RegExp;
  /** Reason of the refusal, or `backend`; absent where the wallet still gets through. */
  readonly refusal?: string;
  /** Where the run ends that a person or a backend must continue. */
  readonly stops?: true;
}

const DAY = 86_400_000;
const name = (claim: string) => ({ path: [claim], display: [{ name: claim, locale: 'en' }] });
const display = { name: 'Card', locale: 'en', background_color: '#0b6e4f', text_color: '#ffffff' };
const config = {
  format: 'dc+sd-jwt',
  scope: 'broken',
  display: [{ ...display, logo: { uri: '<PUBLIC_URL>/public/authority.svg' } }],
  credential_metadata: { claims: [name('level')] },
};

/** A credential configuration without a warning. */
export const goodCredential = {
  config,
  claims: { level: 'reader' },
  disclosureFrame: { _sd: ['level'] },
  schema: { properties: { level: { type: 'string', maxLength: 20 } }, required: ['level'] },
};

const query = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] },
  claims: [{ path: ['given_name'] }],
};
const registrationCert = {
  id: 'r',
  jwt: 'e30.e30.e30',
  body: { purpose: [{ locale: 'en', name: 'A trial' }], privacy_policy: 'https://verifier.example/privacy' },
};

/** A presentation configuration without a warning. */
export const goodPresentation = { dcql_query: { credentials: [query] }, registrationCert };

const issuing = (change: object): ConfigFiles => ({ 'issuance/broken.json': { ...goodCredential, ...change } });
const withConfig = (change: object): ConfigFiles => issuing({ config: { ...config, ...change } });
const asking = (change: object): ConfigFiles => presenting({ dcql_query: { credentials: [{ ...query, ...change }] } });
const presenting = (change: object): ConfigFiles => ({
  'presentation/broken.json': { ...goodPresentation, ...change },
});

interface Certificates {
  /** CA certificates. */
  readonly ended: string;
  readonly current: string;
  /** Files of `keys/` whose leaf ends in ten days. */
  keyOf(purpose: string): ConfigFiles;
}

/** @param now milliseconds */
export async function makeCertificates(now: number): Promise<Certificates> {
  const authorityKeys = generateKeyPair();
  const common = { tenant: 'acme', host: certificateHost('http://localhost'), random: systemRandom };
  const authority = (notAfter: number) =>
    createAuthority({ ...common, keys: authorityKeys, notBefore: now - 100 * DAY, notAfter });
  const current = await authority(now + 100 * DAY);
  const { privateKey, publicKey } = generateKeyPair();
  const signing = { certificate: current, privateKey: authorityKeys.privateKey };
  const ends = { notBefore: now - DAY, notAfter: now + 10 * DAY };
  const leaf = await createLeaf({ ...common, ...ends, publicKey, authority: signing });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const chain = new X509Certificate(leaf).toString();
  return {
    ...{ ended: await authority(now - DAY), current },
    keyOf: (purpose) => ({ [`keys/${purpose}.key.pem`]: key, [`keys/${purpose}.chain.pem`]: chain }),
  };
}

interface Surroundings {
  readonly certificates: Certificates;
  /** A server that answers 404, but for `/wide.svg`, `/page.html` and `/logo.svg`. */
  readonly elsewhere: string;
  /** An address on which no server listens. */
  readonly away: string;
}

export function brokenConfigurations({ certificates, elsewhere, away }: Surroundings): readonly Broken[] {
  const logo = (uri: string) => withConfig({ display: [{ ...display, logo: { uri } }] });
  const attested = { jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} } };
  const late = { presentation_during_issuance: { type: 'name-check', webhook: `${away}/claims` } };
  const provider = { 'trust/wallet-providers/provider.pem': certificates.current };
  return [
    row('issuance', 'no display', withConfig({ display: undefined }), 'display_missing', /config\.display/),
    row(
      'issuance',
      'text in the colour of its background',
      withConfig({ display: [{ ...display, text_color: '#0b6e50' }] }),
      'display_contrast',
      /text_color/,
    ),
    {
      ...row(
        'issuance',
        'two displays of one language',
        withConfig({ display: [display, display] }),
        'configuration_broken',
        /detail names/,
      ),
      refusal: 'backend',
    },
    row(
      'issuance',
      'a claim without a name',
      withConfig({ credential_metadata: {} }),
      'claim_without_name',
      /credential_metadata\.claims/,
    ),
    row(
      'issuance',
      'a description of a mistyped claim',
      withConfig({ credential_metadata: { claims: [name('level'), name('lvl')] } }),
      'claim_not_issued',
      /path/,
    ),
    {
      ...row(
        'issuance',
        'static claims that the schema refuses',
        issuing({ claims: { level: 7 } }),
        'schema_unsatisfied',
        /static claim or the schema/,
      ),
      refusal: 'backend',
    },
    {
      ...row(
        'issuance',
        'a required claim that nothing brings',
        issuing({ claims: {} }),
        'schema_claim_missing',
        /static claim/,
      ),
      refusal: 'backend',
    },
    {
      ...row(
        'issuance',
        'a mistyped name in the disclosure frame',
        issuing({ disclosureFrame: { _sd: ['level', 'lvl'] } }),
        'configuration_broken',
        /detail names/,
      ),
      refusal: 'backend',
    },
    row(
      'issuance',
      'a vct of this server that it does not serve',
      withConfig({ vct: '<PUBLIC_URL>/credentials/vct/other' }),
      'vct_unknown',
      /vct/,
    ),
    row(
      'issuance',
      'a vct of another server without type metadata',
      withConfig({ vct: `${elsewhere}/vct` }),
      'vct_unknown',
      /type metadata/,
    ),
    row('issuance', 'a logo on a server that is away', logo(`${away}/logo.svg`), 'image_unreachable', /reachable/),
    row(
      'issuance',
      'a logo that is twice as wide as high',
      logo(`${elsewhere}/wide.svg`),
      'image_not_square',
      /square/,
    ),
    row(
      'issuance',
      'a logo address that leads to a page',
      logo(`${elsewhere}/page.html`),
      'image_not_an_image',
      /image/,
    ),
    row('issuance', 'a logo over http', logo(`${elsewhere}/logo.svg`), 'image_insecure', /https/),
    row(
      'issuance',
      'a refresh token without revocation chaining',
      issuing({ refresh: {} }),
      'refresh_without_chaining',
      /revocation_chaining/,
    ),
    row(
      'issuance',
      'a credential for an hour that is not renewed',
      issuing({ lifetime: 3600 }),
      'lifetime_short',
      /lifetime/,
    ),
    row(
      'issuance',
      'a credential that outlives its certificate',
      issuing({ lifetime: 40 * 365 * 86_400 }),
      'lifetime_beyond_certificate',
      /certificate/,
    ),
    {
      ...row(
        'issuance',
        'a presentation configuration that does not exist',
        issuing({ presentation_during_issuance: { type: 'nothing' } }),
        'presentation_missing',
        /presentation configuration/,
      ),
      refusal: 'backend',
    },
    {
      ...row(
        'issuance',
        'a sign-in without an identity provider',
        issuing({ sign_in: true }),
        'sign_in_missing',
        /sign-in/,
      ),
      refusal: 'backend',
    },
    {
      ...row('issuance', 'a claims webhook that is away', issuing(late), 'webhook_failed', /webhook/),
      body: { webhooks: true },
      stops: true,
    },
    {
      ...row(
        'issuance',
        'a claims webhook at an address that is not allowed',
        issuing({ presentation_during_issuance: { type: 'name-check', webhook: 'http://10.0.0.5/claims' } }),
        'configuration_broken',
        /detail names/,
      ),
      refusal: 'backend',
    },
    {
      ...row(
        'issuance',
        'attested keys, and no wallet provider is trusted',
        withConfig({ proof_types_supported: attested }),
        'key_attestation_without_anchor',
        /trust\/wallet-providers/,
      ),
      refusal: 'wallet',
    },
    row(
      'issuance',
      'the CA of the wallet provider has ended',
      { ...issuing({}), 'trust/wallet-providers/ended.pem': certificates.ended },
      'wallet_provider_expired',
      /trust\/wallet-providers/,
    ),
    {
      ...row(
        'issuance',
        'the profile haip without a wallet provider',
        { ...issuing({}), 'tenant.json': { profile: 'haip' } },
        'client_attestation_without_anchor',
        /trust\/wallet-providers/,
      ),
      refusal: 'backend',
    },
    {
      ...row(
        'issuance',
        'a mistyped tenant.json',
        { ...issuing({}), ...provider, 'tenant.json': { profil: 'haip' } },
        'tenant_broken',
        /tenant\.json/,
      ),
      refusal: 'backend',
    },
    {
      ...row(
        'issuance',
        'a signing key without its chain',
        { ...issuing({}), 'keys/credential.key.pem': 'no key' },
        'key_unusable',
        /keys\//,
      ),
      refusal: 'server',
    },
    row(
      'issuance',
      'a signing certificate that ends in ten days',
      { ...issuing({}), ...certificates.keyOf('credential') },
      'certificate_expires',
      /certificate/,
    ),
    {
      ...row('issuance', 'a transaction code of four digits', issuing({}), 'tx_code_weak', /six digits/),
      body: { flow: 'pre_authorized_code', tx_code: '1234' },
    },

    row(
      'presentation',
      'a type that nobody issues',
      asking({ meta: { vct_values: ['urn:example:nothing'] } }),
      'dcql_type_unknown',
      /vct_values/,
    ),
    row(
      'presentation',
      'a type of another issuer, and none is trusted',
      asking({ meta: { vct_values: ['urn:example:other'] } }),
      'no_trust_anchor',
      /trust\/issuers/,
    ),
    row(
      'presentation',
      'a type that the trusted issuer may not issue',
      {
        ...asking({ meta: { vct_values: ['urn:example:other'] } }),
        'trust/issuers/other.pem': certificates.current,
        'trust/issuers/other.json': { vct: ['urn:example:this'] },
      },
      'trust_limited',
      /limit/,
    ),
    row(
      'presentation',
      'a trusted issuer whose certificate has ended',
      { ...presenting({}), 'trust/issuers/ended.pem': certificates.ended },
      'trust_anchor_expired',
      /trust\/issuers/,
    ),
    row(
      'presentation',
      'a claim that no configuration has',
      asking({ claims: [{ path: ['givenname'] }] }),
      'dcql_claim_unknown',
      /path/,
    ),
    row(
      'presentation',
      'a value that the schema does not allow',
      asking({ claims: [{ path: ['given_name'], values: [7] }] }),
      'dcql_value_unknown',
      /values/,
    ),
    {
      ...row(
        'presentation',
        'an authority that is not trusted',
        asking({ trusted_authorities: [{ type: 'aki', values: ['AAAA'] }] }),
        'dcql_authority_unknown',
        /trusted_authorities/,
      ),
      refusal: 'server',
    },
    row('presentation', 'a query without claims', asking({ claims: undefined }), 'dcql_no_claims', /claims/),
    row(
      'presentation',
      'a set of credentials that nobody can show',
      presenting({
        dcql_query: {
          credentials: [{ ...query, meta: { vct_values: ['urn:example:nothing'] } }],
          credential_sets: [{ options: [['pid']] }],
        },
      }),
      'dcql_set_unanswerable',
      /credential_sets/,
    ),
    row(
      'presentation',
      'a credential that need not be bound to its holder',
      asking({ require_cryptographic_holder_binding: false }),
      'holder_binding_off',
      /holder_binding/,
    ),
    row(
      'presentation',
      'a request without a registration certificate',
      presenting({ registrationCert: { id: 'r', body: registrationCert.body } }),
      'registration_certificate_missing',
      /registrationCert\.jwt/,
    ),
    row(
      'presentation',
      'a request that does not say why',
      presenting({ registrationCert: { ...registrationCert, body: {} } }),
      'purpose_missing',
      /purpose/,
    ),
    {
      ...row(
        'presentation',
        'a key for requests without its chain',
        { ...presenting({}), 'keys/request.key.pem': 'no key' },
        'key_unusable',
        /keys\//,
      ),
      refusal: 'server',
    },
    row(
      'presentation',
      'a certificate of requests that ends in ten days',
      { ...presenting({}), ...certificates.keyOf('request') },
      'certificate_expires',
      /certificate/,
    ),
  ];
}

function row(kind: Broken['kind'], what: string, files: ConfigFiles, finds: string, change: RegExp): Broken {
  return { kind, what, files, finds, change };
}
