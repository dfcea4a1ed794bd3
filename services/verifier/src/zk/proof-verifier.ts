/**
 * The port to the verifier of zero-knowledge proofs: a separate process, because one proof takes a second and hundreds of
 * megabytes. It has one proof at a time, few wait, and none waits long.
 */

import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, parseJson } from '@countersign/shared/kernel/json';

/** A proof, and all that it is about. A type: it is sent as JSON. */
export type ProofToVerify = {
  readonly circuit: string;
  readonly doc_type: string;
  readonly namespace: string;
  readonly element: string;
  readonly value: boolean;
  readonly timestamp: string;
  /** Of the issuer's key, base64url. */
  readonly x: string;
  readonly y: string;
  /** base64url. */
  readonly transcript: string;
  readonly proof: string;
};

/** Whether the proof holds. @throws ProtocolError `temporarily_unavailable` if nobody can say */
export type VerifyProof = (proof: ProofToVerify) => Promise<boolean>;

/** Waiting or running. */
const MOST = 8;

/** Milliseconds for one proof, its time in the queue not included. */
const TIME_LIMIT = 10_000;

/** The verifier with its queue. @param url its address @param send for tests */
export function createProofVerifier(url: string, send: typeof fetch = fetch): VerifyProof {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (proof) => {
    if (waiting >= MOST) throw unavailable('queue');
    waiting += 1;
    const turn = last.then(() => askVerifier(url, send, proof));
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}

async function askVerifier(url: string, send: typeof fetch, proof: ProofToVerify): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  let answer: Json | undefined;
  try {
    const response = await send(`${url}/verify`, {
      method: 'POST',
      headers,
      body: JSON.stringify(proof),
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    answer = response.ok ? parseJson(await response.text()) : undefined;
  } catch (cause) {
    throw unavailable('unreachable', cause);
  }
  if (!isObject(answer) || typeof answer.valid !== 'boolean') throw unavailable('answer');
  return answer.valid;
}

function unavailable(detail: string, cause?: unknown): ProtocolError {
  return new ProtocolError('temporarily_unavailable', 'The proof cannot be verified now', {
    cause,
    reason: 'zk_unavailable',
    facts: { detail },
  });
}
