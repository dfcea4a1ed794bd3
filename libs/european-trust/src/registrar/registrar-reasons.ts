/** Why a registrar refuses a request. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const registrarReasons = {
  registrar_unreachable: {
    step: 'management',
    blame: 'operator',
    explanation: 'The registrar did not respond, or reported an internal error.',
    hint: 'Check the address in registrar.json and that the server can reach it. The server retries automatically.',
    facts: ['detail', 'received'],
  },
  registrar_unauthorized: {
    step: 'management',
    blame: 'operator',
    explanation: 'The registrar does not accept the token.',
    hint: 'Renew the token, and set the environment variable given in `tokenEnv` of registrar.json.',
    facts: ['detail', 'received'],
  },
  registrar_refused: {
    step: 'management',
    blame: 'operator',
    explanation: 'The registrar refused the request.',
    hint: 'Compare `party`, `identifier` and `intendedUse` in registrar.json with the registered values.',
    facts: ['detail', 'received'],
  },
  registrar_answer_malformed: {
    step: 'management',
    standard: { document: 'EUDI TS5', section: 'OpenAPI' },
    blame: 'operator',
    explanation: "The registrar's response does not match its API's format.",
    hint: 'Compare the address in registrar.json with the address that the registrar publishes, and notify the registrar.',
    facts: ['detail', 'received'],
  },
  registrar_answer_untrusted: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: 'annex I' },
    blame: 'operator',
    explanation:
      "The registrar's response is not signed by a certificate in registrar.pem, comes from a different register, or is too old.",
    hint: 'Compare registrar.pem and `issuer` in registrar.json with the list of registrars.',
    facts: ['detail', 'expected', 'received', 'offsetSeconds'],
  },
  registrar_certificate_refused: {
    step: 'management',
    blame: 'operator',
    explanation: 'The received registration certificate cannot be used. The current one stays in use.',
    hint: 'Compare the intended use in the register with the configurations that use the certificate.',
    facts: ['detail'],
  },
} as const satisfies ReasonEntries;

export type RegistrarReason = keyof typeof registrarReasons;
