/** Whether an authorization goes by a sign-in. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Received } from '../client/received.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import type { FoundSession } from '../session/issuance-session.ts';
import { issuerStateMissing } from './offer-checks.ts';

/**
 * A pre-authorized code bypasses the sign-in. An offer that demands one is refused, but a configuration may have been changed
 * after the offer.
 * @throws ProtocolError `invalid_grant`
 */
export function checkNoSignIn({
  found,
  offeredNow,
}: {
  readonly found: FoundSession;
  readonly offeredNow: readonly Pick<Configuration, 'signIn'>[];
}): void {
  if (found.session.issuance.signIn !== undefined || offeredNow.some(({ signIn }) => signIn === true)) {
    const facts = { configurationIds: found.session.issuance.configurationIds };
    throw new ProtocolError('invalid_grant', 'The offered credential now requires a sign-in', {
      reason: 'offer_needs_sign_in',
      facts,
    });
  }
}

/**
 * Whether the user must sign in before the code, because the session or the current version of a pushed configuration
 * demands it. A presentation for the same request is not supported.
 * @throws ProtocolError `access_denied`
 */
export function checkPushedSignIn({
  found,
  pushed,
  required,
}: {
  readonly found: FoundSession;
  readonly pushed: readonly Pick<Configuration, 'signIn'>[];
  readonly required: RequiredPresentation | undefined;
}): { readonly signsIn: boolean } {
  const signsIn = found.session.issuance.signIn !== undefined || pushed.some(({ signIn }) => signIn === true);
  if (signsIn && required !== undefined) {
    const facts = { configurationIds: found.session.issuance.configurationIds };
    throw new ProtocolError('access_denied', 'The requested credentials require both a sign-in and a presentation', {
      reason: 'sign_in_and_presentation',
      facts,
    });
  }
  return { signsIn };
}

/**
 * A wallet may start without an offer only if users can sign in.
 * @throws ProtocolError `invalid_request`
 */
export async function checkSignInOffered({
  request,
  signIn,
  parameters,
}: Pick<Received, 'request' | 'signIn' | 'parameters'>): Promise<void> {
  if ((await signIn.providers.of(request.tenant)) === undefined) throw issuerStateMissing(parameters);
}
