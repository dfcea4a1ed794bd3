import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from './authorization-request.ts';

/** docs/http-api.yaml, challenge endpoint: an initial challenge has an `issuer_state`. @throws ProtocolError `invalid_request` */
export function checkChallengeIssuerState({ parameters }: WalletParameters): void {
  if (text(parameters, 'issuer_state') === undefined) throw issuerStateMissing();
}

/** The error of a challenge that names no offer. */
export function issuerStateMissing(): ProtocolError {
  return new ProtocolError('invalid_request', 'issuer_state is missing');
}
