/** Credential configurations with errors, each with the warning that a dry run reports. */
import { cardType } from '../support/payments.ts';
import { type Broken, config, display, issuing, name, row, type Surroundings, withConfig } from './broken-support.ts';

/** A credential that confirms payments, without a part that wallets require. */
const paying = (change: object, more: object = {}) =>
  issuing({
    config: { ...config, vct: '<PUBLIC_URL>/credentials/vct/broken' },
    vct: { ...cardType, vct: '<PUBLIC_URL>/credentials/vct/broken', ...change },
    revocation_chaining: true,
    ...more,
  });
const brokenPayments: readonly Broken[] = [
  row(
    'issuance',
    'payments without the category',
    paying({ category: undefined }),
    'payment_category_missing',
    /vct\.category/,
  ),
  row(
    'issuance',
    'payments that outlive the wallet',
    paying({}, { revocation_chaining: undefined }),
    'payment_without_chaining',
    /revocation_chaining/,
  ),
  row('issuance', 'payments with members that have no label', paying({}), 'payment_label_missing', /label/),
];

export function brokenCredentials({ certificates, elsewhere, away }: Surroundings): readonly Broken[] {
  const logo = (uri: string) => withConfig({ display: [{ ...display, logo: { uri } }] });
  const attested = { jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} } };
  const late = { presentation_during_issuance: { type: 'name-check', webhook: `${away}/claims` } };
  const provider = { 'trust/wallet-providers/provider.pem': certificates.current };
  return [
    ...brokenPayments,
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
        /error in the detail/,
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
        /error in the detail/,
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
    row(
      'issuance',
      'a logo on a server that does not answer',
      logo(`${away}/logo.svg`),
      'image_unreachable',
      /can be loaded/,
    ),
    row(
      'issuance',
      'a logo that is twice as wide as high',
      logo(`${elsewhere}/wide.svg`),
      'image_not_square',
      /square/,
    ),
    row(
      'issuance',
      'a logo address that returns a page',
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
      ...row('issuance', 'a claims webhook that does not answer', issuing(late), 'webhook_failed', /webhook/),
      body: { webhooks: true },
      stops: true,
    },
    {
      ...row(
        'issuance',
        'a claims webhook at an address that is not allowed',
        issuing({ presentation_during_issuance: { type: 'name-check', webhook: 'http://10.0.0.5/claims' } }),
        'configuration_broken',
        /error in the detail/,
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
  ];
}
