import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Configuration } from '../configuration/listed-configuration.ts';
import type { FoundSession } from '../session/issuance-session.ts';

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
    throw new ProtocolError('invalid_grant', 'What was offered needs a sign-in now', {
      ...{ reason: 'offer_needs_sign_in', facts },
    });
  }
}
