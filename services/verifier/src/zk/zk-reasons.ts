/** Reasons of refusals: zero-knowledge proofs. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const zkReasons = {
  zk_proof: {
    step: 'response',
    standard: { document: 'EU TS 13', section: '4' },
    blame: 'wallet',
    explanation: 'The zero-knowledge proof does not hold, or is not about what was requested.',
    hint: 'Prove the requested element with a circuit of the request, with the current time, and for the session transcript of this request. A plain document is not accepted.',
    facts: ['credential', 'detail'],
  },
  zk_unavailable: {
    step: 'response',
    blame: 'operator',
    explanation: 'The process that verifies zero-knowledge proofs did not respond, or has too many proofs to verify.',
    hint: 'Check the process at ZK_VERIFIER_URL. The wallet may send its response again.',
    facts: ['detail'],
  },
} as const satisfies ReasonEntries;
