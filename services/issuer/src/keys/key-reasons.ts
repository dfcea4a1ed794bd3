/** Reasons of refusals: a tenant's keys, trust anchors and revocation lists. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const keyReasons = {
  key_set_is_file: {
    step: 'management',
    blame: 'operator',
    explanation:
      'The key of this set and purpose is in files, which take precedence over keys created through the API.',
    hint: 'Remove the files in the fact `place`, or use a different key set.',
    facts: ['place'],
  },
  key_set_in_use: {
    step: 'management',
    blame: 'backend',
    explanation: 'Configurations still use the key set.',
    hint: 'Set a different key set in the configurations that the description lists, then delete it.',
    facts: ['count'],
  },
  key_set_subject_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: 'The subject lacks what an access certificate must have.',
    hint: 'Add the members that `errors` lists, and send the request again.',
    facts: ['parameters', 'count'],
  },
  trust_list_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no trust list with this id.',
    hint: "Use an id from GET /trust/lists. Its source is a file in the tenant's trust/lists folder, or was stored with POST /trust/lists.",
    facts: [],
  },
  trust_list_invalid: {
    step: 'management',
    blame: 'backend',
    explanation:
      "The trust list's source cannot be stored. `errors` lists what is wrong with it or with its signers' certificates.",
    hint: "Send the content of a list's two files: address, kind and settings, and its signers' PEM certificates.",
    facts: ['parameters', 'count'],
  },
  trust_list_refused: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The trust list that was handed over is refused, and the last good one stays in force. `errors` shows why, `detail` which check failed.',
    hint: 'Hand over the newest list of its operator, byte for byte as published. Compare the source and the signers with it.',
    facts: ['detail', 'expected', 'received', 'subject', 'sha256', 'expiredSeconds', 'mostBytes'],
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
      'The server does not generate keys for this purpose: the operator provides them in files, or another key signs.',
    hint: "If `rotation` in GET /keys is `files`, replace both files of the purpose in the tenant's `keys` folder. If it is `with_credential`, rotate `credential`.",
    facts: ['detail'],
  },
  key_purpose_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'This key purpose does not exist.',
    hint: 'Use a purpose from GET /keys.',
    facts: [],
  },
  trust_anchor_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: 'The trust anchor cannot be stored. `errors` lists what is wrong with its certificates or limits.',
    hint: 'Send CA certificates in PEM that have not expired, and limits only for issuers.',
    facts: ['parameters', 'count'],
  },
  certificate_chain_unknown: {
    step: 'any',
    standard: { document: 'RFC 7515', section: '4.1.5' },
    blame: 'wallet',
    explanation: 'The tenant has not signed any credential with a certificate that has this thumbprint.',
    hint: "Fetch the address in the credential's x5u header unchanged.",
    facts: [],
  },
  acme_challenge_unknown: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '8.3' },
    blame: 'backend',
    explanation: 'No certificate order has an open challenge with this token.',
    hint: "Use a pending challenge's token.",
    facts: [],
  },
  revocation_list_unknown: {
    step: 'any',
    standard: { document: 'RFC 5280', section: '4.2.1.13' },
    blame: 'wallet',
    explanation: 'The tenant has no IACA with this number.',
    hint: "Fetch the address in the certificate's CRL distribution points extension unchanged.",
    facts: [],
  },
} as const satisfies ReasonEntries;
