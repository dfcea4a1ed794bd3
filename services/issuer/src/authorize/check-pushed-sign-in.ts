import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Configuration } from '../configuration/listed-configuration.ts';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import type { FoundSession } from '../session/issuance-session.ts';

/**
 * Whether the person must sign in before the code: because the session demands it, or the present version of a pushed
 * configuration. A presentation for the same request is not supported.
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
    throw new ProtocolError('access_denied', 'What is asked for needs a sign-in and a presentation', {
      ...{ reason: 'sign_in_and_presentation', facts },
    });
  }
  return { signsIn };
}
