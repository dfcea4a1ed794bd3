/** Reasons of refusals: keys, trust anchors and revocation lists of a tenant. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const keyReasons = {
  trust_list_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no trust list with this id.',
    hint: 'Take the id from GET /trust/lists; its source is a file in trust/lists of the tenant, or was stored by POST /trust/lists.',
    facts: [],
  },
  trust_list_invalid: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The source of the trust list cannot be stored; `errors` lists what is wrong with it or with the certificates of its signers.',
    hint: 'Send what the two files of a list would have: address, kind and settings, and the certificates of its signers in PEM.',
    facts: ['parameters', 'count'],
  },
  trust_list_not_stored: {
    step: 'management',
    blame: 'backend',
    explanation: 'The trust list cannot be deleted here: its source is a file, or another list points to it.',
    hint: 'Remove the file from trust/lists, or delete the source of the list that points to it.',
    facts: ['detail'],
  },
  key_not_generated: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The server does not make the keys of this purpose: the operator provides them in files, or another key signs.',
    hint: 'Where `rotation` of GET /keys says `files`, replace both files of the purpose in the folder `keys` of the tenant; where it says `with_credential`, rotate `credential`.',
    facts: ['detail'],
  },
  key_purpose_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'There is no such purpose of keys.',
    hint: 'Use a purpose that GET /keys lists.',
    facts: [],
  },
  trust_anchor_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: 'The trust anchor cannot be stored; `errors` lists what is wrong with its certificates or limits.',
    hint: 'Send CA certificates in PEM that have not expired, and limits only for issuers.',
    facts: ['parameters', 'count'],
  },
  certificate_chain_unknown: {
    step: 'any',
    standard: { document: 'RFC 7515', section: '4.1.5' },
    blame: 'wallet',
    explanation: 'The tenant has signed no credential with a certificate of this thumbprint.',
    hint: 'Fetch the address in the header x5u of the credential unchanged.',
    facts: [],
  },
  revocation_list_unknown: {
    step: 'any',
    standard: { document: 'RFC 5280', section: '4.2.1.13' },
    blame: 'wallet',
    explanation: 'The tenant has no IACA of this number.',
    hint: 'Fetch the address in the extension CRL distribution points of the certificate unchanged.',
    facts: [],
  },
} as const satisfies ReasonEntries;
