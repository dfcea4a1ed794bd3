/** Reasons of refusals: keys, and what they protect. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const keyReasons = {
  signer_away: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.6.4' },
    blame: 'operator',
    explanation: 'The PKCS#11 token or HashiCorp Vault that stores the private key did not sign in time.',
    hint: "Read GET /health and the service's log to see its response, and docs/how-to/keys.md for its settings. Then send the request again after Retry-After.",
    facts: ['dependency', 'detail', 'retryAfterSeconds'],
  },
  key_set_unknown: {
    step: 'management',
    blame: 'operator',
    explanation: 'The configuration uses a key set that has no key and certificate chain for this purpose.',
    hint: 'Create the key with POST /key-sets/{set}/{purpose}, put it and its chain into the folder in the fact `place`, or set a different key set in the configuration.',
    facts: ['place'],
  },
  request_signed: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.9.3' },
    blame: 'operator',
    explanation: 'The request was signed by the key of this key set, under this certificate.',
    hint: "Nothing is wrong. If a wallet doesn't trust the request, compare the certificate with the list that the wallet trusts.",
    facts: ['keySet', 'sha256', 'x509Hash'],
  },
  credential_signed: {
    step: 'credential',
    standard: { document: 'OpenID4VCI 1.0', section: '8.3' },
    blame: 'operator',
    explanation: 'The credentials were signed by the key of this key set, under this certificate.',
    hint: "Nothing is wrong. If a verifier doesn't trust the credential, compare the certificate with the anchors that the verifier trusts.",
    facts: ['keySet', 'sha256', 'x509Hash'],
  },
  signing_algorithm: {
    step: 'credential',
    standard: { document: 'OpenID4VCI 1.0', section: '12.2.4' },
    blame: 'operator',
    explanation:
      "The tenant's key does not sign with the algorithm that the credential configuration promises to wallets.",
    hint: "Write the key's algorithm into the configuration's `credential_signing_alg_values_supported`, or replace the key.",
    facts: ['expected', 'received'],
  },
  key_set_ended: {
    step: 'any',
    blame: 'operator',
    explanation: 'The certificate of the key that signs here has ended.',
    hint: 'Get a new certificate: the call in the fact `place` returns a certificate request.',
    facts: ['place'],
  },
  key_set_chain_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: 'The certificate chain cannot be used for a key of this set; `errors` lists the problems.',
    hint: 'Send the chain that the authority issued for a certificate request of this set: leaf first, without the root.',
    facts: ['parameters', 'count'],
  },
  key_set_key_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The key set has no such key for this purpose that was created through the API.',
    hint: 'Take set, purpose and kid from GET /keys; keys in files are removed with their files.',
    facts: [],
  },
  key_sets_full: {
    step: 'management',
    blame: 'backend',
    explanation: 'The key set, or the tenant, already has the largest number of keys.',
    hint: 'Delete keys that still wait for a certificate, or key sets that are no longer used.',
    facts: ['most'],
  },
  stored_value_unreadable: {
    step: 'any',
    blame: 'operator',
    explanation: 'An encrypted value in the store was changed, or was encrypted with a different key.',
    hint: 'Start the process with the MASTER_KEY that the store was written with. During a rotation, set MASTER_KEY_PREVIOUS to the old key.',
    facts: [],
  },
  tenant_erased: {
    step: 'any',
    blame: 'operator',
    explanation: 'The platform administrator has erased the tenant. Only its status lists are still served.',
    hint: 'Use a different tenant. Ids are never reused, and GET /tenants/{id} has the receipt.',
    facts: [],
  },
} as const satisfies ReasonEntries;
