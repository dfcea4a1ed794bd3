/** Why an authority gives no certificate (RFC 8555). */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const acmeReasons = {
  acme_unreachable: {
    step: 'management',
    blame: 'operator',
    explanation: 'The certificate authority did not respond, or reported an internal error.',
    hint: 'Check the directory URL and that the server can reach it. The server retries automatically.',
    facts: ['detail', 'received'],
  },
  acme_malformed: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7' },
    blame: 'operator',
    explanation: 'The certificate authority sent something that does not follow the protocol.',
    hint: "Compare the directory URL with the authority's published URL, and notify the authority.",
    facts: ['detail', 'expected', 'received'],
  },
  acme_account_refused: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.3' },
    blame: 'operator',
    explanation: "The certificate authority refuses the tenant's account.",
    hint: "Check the external account, the contacts, and whether the authority's terms have been accepted.",
    facts: ['detail', 'received'],
  },
  acme_rate_limited: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '6.6' },
    blame: 'time',
    explanation: 'The certificate authority accepts no more requests for now.',
    hint: 'Wait. The server retries automatically after the time that the authority requests.',
    facts: ['detail', 'retryAfterSeconds'],
  },
  acme_identifier_refused: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.1.3' },
    blame: 'operator',
    explanation:
      'The certificate authority does not certify this name or identifier, or responded for a different name.',
    hint: "Compare `identifiers` with the account's identifiers at the authority.",
    facts: ['detail', 'expected', 'received'],
  },
  acme_challenge_failed: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '8' },
    blame: 'operator',
    explanation: 'The certificate authority could not verify that the name or identifier is yours.',
    hint: "Route the host's `/.well-known/acme-challenge/` on port 80 to the gateway. For a registered identifier, check the registrar.",
    facts: ['detail', 'received'],
  },
  acme_challenge_unsupported: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '8' },
    blame: 'configuration',
    explanation: 'The certificate authority offers no challenge that the server can complete.',
    hint: 'Use an authority that offers http-01 or accounts without challenges. For registrar-api-01, add registrar.json with the same identifier.',
    facts: ['expectedAny', 'received'],
  },
  acme_request_refused: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.4' },
    blame: 'operator',
    explanation: 'The certificate authority refuses the certificate request.',
    hint: "Compare the key set's subject and names with the authority's rules.",
    facts: ['detail', 'received'],
  },
  acme_order_stuck: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.4' },
    blame: 'operator',
    explanation: 'The certificate authority has not finished the order within a day.',
    hint: 'Ask the authority about the order. The server creates a new one.',
    facts: ['detail', 'limitSeconds'],
  },
  acme_certificate_refused: {
    step: 'management',
    standard: { document: 'RFC 8555', section: '7.4.2' },
    blame: 'operator',
    explanation: "The authority's certificate cannot be used. The current one stays in use.",
    hint: 'Compare the chain with the anchors in `trust/access-authorities`, and notify the authority.',
    facts: ['detail', 'subject', 'sha256'],
  },
} as const satisfies ReasonEntries;

export type AcmeReason = keyof typeof acmeReasons;
