/** Decides who may use a refresh token. Pure. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { RefreshGrantDocument, RefreshHolder } from '@countersign/shared/model/refresh/refresh-grants';
import { missingAttestation } from '../session/other-wallet.ts';

/**
 * Compares the token's sender with its holder (draft-ietf-oauth-attestation-based-client-auth, 9.3; RFC 9449, 5). An
 * authenticated client's token is bound to the client and its wallet instance: it needs a DPoP proof if the first
 * access token was bound, with any key. A public client's token is bound to its DPoP key. A request from another client
 * or key is refused and the token stays valid: otherwise a thief without the keys could end it.
 * @returns false if another client or another key was proven
 * @throws ProtocolError `invalid_client`, `invalid_dpop_proof` if something is missing
 */
export function isHolder({ holder }: Pick<RefreshGrantDocument, 'holder'>, proven: RefreshHolder): boolean {
  if (holder.instanceJkt !== undefined && proven.instanceJkt === undefined) {
    throw new ProtocolError('invalid_client', 'The client attestation is missing', missingAttestation());
  }
  if (holder.clientId !== undefined && proven.clientId === undefined) {
    const facts = { parameter: 'client_id' };
    throw new ProtocolError('invalid_client', 'client_id is missing', { reason: 'parameter_missing', facts });
  }
  if (holder.authenticated && !proven.authenticated) {
    const facts = { clientId: holder.clientId ?? '' };
    const why = { reason: 'client_authentication_missing', facts } as const;
    throw new ProtocolError('invalid_client', 'Client authentication is needed', why);
  }
  if (holder.dpopJkt !== undefined && proven.dpopJkt === undefined) {
    throw new ProtocolError('invalid_dpop_proof', 'A DPoP proof is needed', { reason: 'dpop_missing' });
  }
  return differences(holder, proven).length === 0;
}

/** Why another holder's token is refused. */
export function otherHolder({ holder }: Pick<RefreshGrantDocument, 'holder'>, proven: RefreshHolder): Reasoned {
  return { reason: 'refresh_token_holder', facts: { parameters: differences(holder, proven) } };
}

function differences(holder: RefreshHolder, proven: RefreshHolder): readonly string[] {
  if (holder.authenticated) {
    // Equal also if absent: a client with a registered key differs from a client that a wallet provider attests under
    // its name.
    return (['instanceJkt', 'clientId'] as const).filter((name) => holder[name] !== proven[name]);
  }
  const names = ['instanceJkt', 'clientId', 'dpopJkt'] as const;
  return names.filter((name) => holder[name] !== undefined && holder[name] !== proven[name]);
}
