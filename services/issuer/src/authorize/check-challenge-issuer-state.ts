import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { missingFacts } from '../client/missing-parameter.ts';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/** docs/reference/http-api.yaml, challenge endpoint: an initial challenge has an `issuer_state`. @throws ProtocolError `invalid_request` */
export function checkChallengeIssuerState({ parameters }: WalletParameters): void {
  if (text(parameters, 'issuer_state') === undefined) throw issuerStateMissing(parameters);
}

/** The error of a challenge that names no offer. */
export function issuerStateMissing(parameters: JsonObject): ProtocolError {
  const facts = missingFacts(parameters, 'issuer_state');
  return new ProtocolError('invalid_request', 'issuer_state is missing', { reason: 'issuer_state_missing', facts });
}
