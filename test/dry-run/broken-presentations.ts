/** Presentation configurations with errors, each with the warning that a dry run reports. */
import {
  asking,
  type Broken,
  config,
  goodCredential,
  presenting,
  query,
  registrationCert,
  row,
  type Surroundings,
} from './broken-support.ts';

export function brokenPresentations({ certificates }: Surroundings): readonly Broken[] {
  return [
    row(
      'presentation',
      'a type that no issuer has',
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
      'a trusted issuer whose certificate has expired',
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
    row(
      'presentation',
      'a format without selective disclosure',
      {
        ...asking({
          format: 'jwt_vc_json',
          meta: { type_values: [['Diploma']] },
          claims: [{ path: ['credentialSubject', 'name'] }],
        }),
        'trust/issuers/other.pem': certificates.current,
      },
      'shows_everything',
      /dc\+sd-jwt/,
    ),
    row(
      'presentation',
      'a credential with a disclosure policy for others',
      {
        ...asking({ meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/card'] }, claims: [{ path: ['level'] }] }),
        'issuance/card.json': {
          ...goodCredential,
          config: { ...config, vct: '<PUBLIC_URL>/credentials/vct/card', scope: 'card' },
          disclosure_policy: { id: 'urn:example:policy', type: 'parties', parties: [{ identifier: 'NTRDE-HRB1' }] },
        },
      },
      'disclosure_policy_refuses',
      /disclosure_policy/,
    ),
    row(
      'presentation',
      'evidence that nothing receives',
      presenting({ raw: ['pid'] }),
      'raw_unreceived',
      /redirectUri/,
    ),
    row('presentation', 'a query without claims', asking({ claims: undefined }), 'dcql_no_claims', /claims/),
    row(
      'presentation',
      'a set of credentials that no wallet can present',
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
      presenting({ registrationCert: { ...registrationCert, id: 'other' } }),
      'registration_certificate_missing',
      /under the id that registrationCert names/,
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
