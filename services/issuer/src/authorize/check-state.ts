import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/** Limit of `state` in characters; it is stored and returned unchanged. */
const MAX_STATE = 2048;

/** RFC 6749, 4.1.1. @throws ProtocolError `invalid_request` */
export function checkState({ parameters }: WalletParameters): { readonly state?: string } {
  const state = text(parameters, 'state');
  if (state === undefined) return {};
  if (state.length > MAX_STATE) {
    const facts = { count: state.length, most: MAX_STATE };
    throw new ProtocolError('invalid_request', 'state is too long', { reason: 'state_too_long', facts });
  }
  return { state };
}
