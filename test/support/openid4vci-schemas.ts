/** Schemas of the documents that wallets read: each object has only the members of OpenID4VCI 1.0. */
import { compileSchema, type Validate } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/kernel/json';

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text, minItems: 1 };
const list = (items: JsonObject): JsonObject => ({ type: 'array', items, minItems: 1 });

function closed(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', required: [...required], properties, additionalProperties: false };
}

const logo = closed(['uri'], { uri: text, alt_text: text });
/** 12.2.4 */
const issuerDisplay = list(closed([], { name: text, locale: text, logo }));
const credentialDisplay = list(
  closed(['name'], {
    name: text,
    locale: text,
    logo,
    description: text,
    background_color: text,
    text_color: text,
    background_image: closed(['uri'], { uri: text }),
  }),
);
/** Appendix B.2 */
const claimDescription = closed(['path'], {
  path: { type: 'array', minItems: 1, items: { type: ['string', 'integer', 'null'] } },
  mandatory: { type: 'boolean' },
  display: list(closed(['name'], { name: text, locale: text })),
});
/** 12.2.4 and Appendix D.2 */
const proofType = closed(['proof_signing_alg_values_supported'], {
  proof_signing_alg_values_supported: texts,
  key_attestations_required: closed([], { key_storage: texts, user_authentication: texts }),
});
/** Appendix A.2.2: an mdoc has a doctype, and algorithms as numbers of COSE. */
const ofMdoc = {
  type: 'object',
  required: ['doctype'],
  properties: { doctype: text, vct: false, credential_signing_alg_values_supported: list({ type: 'integer' }) },
};
/** Appendix A.3.2 */
const ofSdJwt = {
  type: 'object',
  required: ['vct'],
  properties: { vct: text, doctype: false, credential_signing_alg_values_supported: texts },
};
/** Appendix A.1.1.2 */
const ofW3c = {
  type: 'object',
  required: ['credential_definition'],
  properties: {
    credential_definition: closed(['type'], { type: texts }),
    vct: false,
    doctype: false,
    credential_signing_alg_values_supported: texts,
  },
};
const isFormat = (format: string): JsonObject => ({ type: 'object', properties: { format: { const: format } } });
/** 12.2.4 */
const members = closed(['format'], {
  format: { enum: ['dc+sd-jwt', 'mso_mdoc', 'jwt_vc_json'] },
  vct: text,
  doctype: text,
  credential_definition: { type: 'object' },
  scope: text,
  credential_signing_alg_values_supported: { type: 'array' },
  cryptographic_binding_methods_supported: texts,
  proof_types_supported: closed(['jwt'], { jwt: proofType, attestation: proofType }),
  credential_metadata: closed([], { display: credentialDisplay, claims: list(claimDescription) }),
});
const configuration = {
  ...members,
  // biome-ignore-start lint/suspicious/noThenProperty: a keyword of JSON Schema
  allOf: [
    { if: isFormat('dc+sd-jwt'), then: ofSdJwt },
    { if: isFormat('mso_mdoc'), then: ofMdoc },
    { if: isFormat('jwt_vc_json'), then: ofW3c },
  ],
  // biome-ignore-end lint/suspicious/noThenProperty: a keyword of JSON Schema
};

const encryption = {
  enc_values_supported: texts,
  zip_values_supported: texts,
  encryption_required: { type: 'boolean' },
};
const requestEncryption = closed(['jwks', 'enc_values_supported', 'encryption_required'], {
  jwks: closed(['keys'], { keys: { type: 'array', minItems: 1, items: { type: 'object' } } }),
  ...encryption,
});
const responseEncryption = closed(['alg_values_supported', 'enc_values_supported', 'encryption_required'], {
  alg_values_supported: texts,
  ...encryption,
});

const issuerMetadata = closed(['credential_issuer', 'credential_endpoint', 'credential_configurations_supported'], {
  credential_issuer: text,
  authorization_servers: texts,
  credential_endpoint: text,
  nonce_endpoint: text,
  deferred_credential_endpoint: text,
  notification_endpoint: text,
  display: issuerDisplay,
  batch_credential_issuance: closed(['batch_size'], { batch_size: { type: 'integer', minimum: 2 } }),
  credential_request_encryption: requestEncryption,
  credential_response_encryption: responseEncryption,
  credential_configurations_supported: { type: 'object', additionalProperties: configuration },
});

/** 4.1.1 */
const txCode = closed([], { input_mode: text, length: { type: 'integer' }, description: text });
const credentialOffer = closed(['credential_issuer', 'credential_configuration_ids'], {
  credential_issuer: text,
  credential_configuration_ids: texts,
  grants: closed([], {
    authorization_code: closed([], { issuer_state: text, authorization_server: text }),
    'urn:ietf:params:oauth:grant-type:pre-authorized_code': closed(['pre-authorized_code'], {
      'pre-authorized_code': text,
      authorization_server: text,
      tx_code: txCode,
    }),
  }),
});

/** 6.2 */
const tokenResponse = closed(['access_token', 'token_type'], {
  access_token: text,
  token_type: text,
  expires_in: { type: 'integer' },
  scope: text,
  refresh_token: text,
  authorization_details: { type: 'array' },
});
/** 7.2 */
const nonceResponse = closed(['c_nonce'], { c_nonce: text });
/** 8.3 */
const credentialResponse = closed(['credentials'], {
  credentials: list(closed(['credential'], { credential: text })),
  notification_id: text,
});
const deferredResponse = closed(['transaction_id', 'interval'], {
  transaction_id: text,
  interval: { type: 'integer', minimum: 1 },
});

export const openid4vci = {
  issuerMetadata: compileSchema(issuerMetadata),
  credentialOffer: compileSchema(credentialOffer),
  tokenResponse: compileSchema(tokenResponse),
  nonceResponse: compileSchema(nonceResponse),
  credentialResponse: compileSchema(credentialResponse),
  deferredResponse: compileSchema(deferredResponse),
} as const satisfies Readonly<Record<string, Validate>>;
