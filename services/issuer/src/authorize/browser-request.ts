/** A challenge that goes on in the browser: its request is stored as if it were pushed (draft-ietf-oauth-first-party-apps, 5.2.2.1). */
import { type Begun, checks } from '../checks/checks.ts';
import type { Received } from '../checks/received.ts';
import { text } from '../protocol/authorization-request.ts';
import type { WithProof } from '../protocol/check-dpop-jkt.ts';
import { type PushedAnswer, storeInitiated, storePushed } from './pushed-authorization-request.ts';

/** Whether the wallet begins without an offer at a tenant where people can sign in. */
export async function beginsWithoutOffer({
  parameters,
  request,
  signIn,
}: Pick<Received, 'parameters' | 'request' | 'signIn'>): Promise<boolean> {
  if (text(parameters, 'issuer_state') !== undefined) return false;
  return (await signIn.providers.of(request.tenant)) !== undefined;
}

/** The person signs in there. @param check what the endpoint demands in addition to PAR */
export async function storeForSignIn(
  asked: Received,
  check: (checked: WithProof & Pick<Received, 'requirements'>) => void = () => undefined,
): Promise<PushedAnswer> {
  const checked = await checks.run('initiated', asCode(asked));
  check(checked);
  return storeInitiated(checked);
}

/** The checks of PAR apply, because the answer counts as a completed PAR. */
export async function storeForBrowser(begun: Begun): Promise<PushedAnswer> {
  return storePushed(await checks.run('push', asCode(begun)));
}

/** A challenge requests a code, so its response_type is ignored. */
function asCode<R extends Received>(begun: R): R {
  return { ...begun, parameters: { ...begun.parameters, response_type: 'code' } };
}
