/** Reasons of refusals: keys, and what they protect. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const keyReasons = {
  signer_away: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.6.4' },
    blame: 'operator',
    explanation: 'What holds the private key, a PKCS#11 token or HashiCorp Vault, gave no signature in time.',
    hint: 'Read GET /health and the log of the service, which say what it answered, and docs/how-to/keys.md for its settings; then send the request again after Retry-After.',
    facts: ['dependency', 'detail', 'retryAfterSeconds'],
  },
  key_set_unknown: {
    step: 'management',
    blame: 'operator',
    explanation: 'The configuration names a set of keys that has no key and certificate chain for this purpose.',
    hint: 'Put the key and its chain into the folder that the fact `place` names, or name another set in the configuration.',
    facts: ['place'],
  },
  stored_value_unreadable: {
    step: 'any',
    blame: 'operator',
    explanation: 'A sealed value in the store was changed, or was sealed with another key.',
    hint: 'Give the process the MASTER_KEY with which the store was written; while it is changed, MASTER_KEY_PREVIOUS holds the old one.',
    facts: [],
  },
  tenant_erased: {
    step: 'any',
    blame: 'operator',
    explanation: 'The platform has erased the tenant; nothing but its status lists is served.',
    hint: 'Use another tenant: the id is not given again, and GET /tenants/{id} has the receipt.',
    facts: [],
  },
} as const satisfies ReasonEntries;
