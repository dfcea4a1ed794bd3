/** Why a registrar refuses a request. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const registrarReasons = {
  registrar_unreachable: {
    step: 'management',
    blame: 'operator',
    explanation: 'The registrar did not answer, or answered that it has a fault.',
    hint: 'Check the address in registrar.json and that the server may reach it. The server tries again on its own.',
    facts: ['detail', 'received'],
  },
  registrar_unauthorized: {
    step: 'management',
    blame: 'operator',
    explanation: 'The registrar does not accept the token.',
    hint: 'Renew the token, and set the environment variable that `tokenEnv` in registrar.json names.',
    facts: ['detail', 'received'],
  },
  registrar_refused: {
    step: 'management',
    blame: 'operator',
    explanation: 'The registrar refused the request.',
    hint: 'Compare `party`, `identifier` and `intendedUse` in registrar.json with what is registered.',
    facts: ['detail', 'received'],
  },
  registrar_answer_malformed: {
    step: 'management',
    standard: { document: 'EUDI TS5', section: 'OpenAPI' },
    blame: 'operator',
    explanation: "The registrar's answer does not have the form of its interface.",
    hint: 'Compare the address in registrar.json with what the registrar publishes, and tell the registrar.',
    facts: ['detail', 'received'],
  },
  registrar_answer_untrusted: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: 'annex I' },
    blame: 'operator',
    explanation:
      "The registrar's answer is not signed by a certificate in registrar.pem, comes from a different register, or is old.",
    hint: 'Compare registrar.pem and `issuer` in registrar.json with what the list of registrars has.',
    facts: ['detail', 'expected', 'received', 'offsetSeconds'],
  },
  registrar_certificate_refused: {
    step: 'management',
    blame: 'operator',
    explanation: 'The registration certificate that came cannot be used. The current one stays in use.',
    hint: 'Compare the intended use in the register with the configurations that name the certificate.',
    facts: ['detail'],
  },
} as const satisfies ReasonEntries;

export type RegistrarReason = keyof typeof registrarReasons;
