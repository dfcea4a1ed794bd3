/** Why an authority gives no certificate (RFC 8555). */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const acmeReasons = {
  acme_unreachable: {
    step: 'management',
    blame: 'operator',
    explanation: 'The certificate authority did not answer, or answered that it has a fault.',
    hint: 'Check the address of the directory and that the server may reach it. The server tries again on its own.',
    facts: ['detail', 'received'],
  },
  acme_malformed: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7' },
    blame: 'operator',
    explanation: 'The certificate authority sent something that does not follow the protocol.',
    hint: 'Compare the address of the directory with what the authority publishes, and tell the authority.',
    facts: ['detail', 'expected', 'received'],
  },
  acme_account_refused: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.3' },
    blame: 'operator',
    explanation: "The certificate authority refuses the tenant's account.",
    hint: 'Check the external account, the contacts, and whether the terms of the authority have been accepted.',
    facts: ['detail', 'received'],
  },
  acme_rate_limited: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '6.6' },
    blame: 'time',
    explanation: 'The certificate authority accepts no more requests for now.',
    hint: 'The server waits for as long as the authority asks, and tries again on its own.',
    facts: ['detail', 'retryAfterSeconds'],
  },
  acme_identifier_refused: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.1.3' },
    blame: 'operator',
    explanation:
      'The certificate authority does not certify this name or identifier, or answered for a different name.',
    hint: 'Compare `identifiers` with what the authority has registered for the account.',
    facts: ['detail', 'expected', 'received'],
  },
  acme_challenge_failed: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '8' },
    blame: 'operator',
    explanation: 'The certificate authority could not verify that the name or identifier is yours.',
    hint: 'Route `/.well-known/acme-challenge/` of the host, port 80, to the gateway; for a registered identifier check the registrar.',
    facts: ['detail', 'received'],
  },
  acme_challenge_unsupported: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '8' },
    blame: 'configuration',
    explanation: 'The certificate authority offers no challenge that the server can answer.',
    hint: 'Use an authority that offers http-01, registrar-api-01 with a configured registrar, or accounts without challenges.',
    facts: ['expectedAny', 'received'],
  },
  acme_request_refused: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.4' },
    blame: 'operator',
    explanation: 'The certificate authority refuses the certificate request.',
    hint: 'Compare subject and names of the key set with what the authority certifies.',
    facts: ['detail', 'received'],
  },
  acme_order_stuck: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.4' },
    blame: 'operator',
    explanation: 'The certificate authority has not finished the order within a day.',
    hint: 'Ask the authority about the order. The server makes a new one.',
    facts: ['detail', 'limitSeconds'],
  },
  acme_certificate_refused: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.4.2' },
    blame: 'operator',
    explanation: "The authority's certificate cannot be used. The current one stays in use.",
    hint: 'Compare the chain with the anchors in `trust/access-authorities`, and tell the authority.',
    facts: ['detail', 'subject', 'sha256'],
  },
} as const satisfies ReasonEntries;

export type AcmeReason = keyof typeof acmeReasons;
