/** Refusals of requests about a tenant's key sets. */
import type { SigningAlgorithm } from '../crypto/keys.ts';
import { isoTime } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { PurposeOfSet } from './stored-sets.ts';

/** @param findings one message per error */
export function chainRefused(findings: readonly string[]): ProtocolError {
  return new ProtocolError('invalid_request', 'The certificate chain cannot be used', {
    reason: 'key_set_chain_invalid',
    facts: { parameters: ['/pem'], count: findings.length },
    errors: findings.map((detail) => ({ pointer: '/pem', detail })),
  });
}

export function setKeyUnknown({ set, purpose }: PurposeOfSet): ProtocolError {
  return new ProtocolError('not_found', `The key set ${set} has no such key for ${purpose}`, {
    reason: 'key_set_key_unknown',
  });
}

/** @param of the purpose whose keys wait; undefined: all keys of the tenant */
export function setKeysFull(of: PurposeOfSet | undefined, most: number): ProtocolError {
  const description =
    of === undefined
      ? 'The tenant has no room for more keys of sets'
      : `Too many keys of the set ${of.set} for ${of.purpose} wait for a certificate`;
  return new ProtocolError('conflict', description, { reason: 'key_sets_full', facts: { most } });
}

/** @param expected the algorithm of the credential configuration */
export function wrongAlgorithm(expected: SigningAlgorithm, received: SigningAlgorithm): ProtocolError {
  return new ProtocolError('server_error', 'The tenant is not configured correctly', {
    reason: 'signing_algorithm',
    facts: { expected, received },
  });
}

/** @param end milliseconds */
export function certificateEnded({ set, purpose }: PurposeOfSet, end: number): ProtocolError {
  return new ProtocolError(
    'conflict',
    `The certificate of the key set ${set} for ${purpose} expired on ${isoTime(end)}`,
    {
      reason: 'key_set_ended',
      facts: { place: `POST /key-sets/${set}/${purpose}` },
    },
  );
}
