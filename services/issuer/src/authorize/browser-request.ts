/** A challenge that continues in the browser: its request is stored as if it were pushed (draft-ietf-oauth-first-party-apps, 5.2.2.1). */

import type { Received } from '../client/received.ts';
import { text } from '../client/wallet-parameters.ts';
import { authorizationChecks, type Begun } from './checks.ts';
import { type PushedAnswer, storeInitiated, storePushed } from './pushed-authorization-request.ts';

/** Whether the wallet starts without an offer. */
export function beginsWithoutOffer({ parameters }: Pick<Received, 'parameters'>): boolean {
  return text(parameters, 'issuer_state') === undefined;
}

/** The user signs in there. @param asked a request that passed the column `unoffered` */
export async function storeForSignIn(asked: Received & Pick<Begun, 'client' | 'proof'>): Promise<PushedAnswer> {
  return storeInitiated(await authorizationChecks.run('signInPush', asCode(asked)));
}

/** The checks of PAR apply, because the response is equivalent to a completed PAR. */
export async function storeForBrowser(begun: Begun): Promise<PushedAnswer> {
  return storePushed(await authorizationChecks.run('push', asCode(begun)));
}

/** A challenge requests a code, so its response_type is ignored. */
function asCode<R extends Received>(begun: R): R {
  return { ...begun, parameters: { ...begun.parameters, response_type: 'code' } };
}
