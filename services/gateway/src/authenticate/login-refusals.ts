/** Refusals of management API callers: what the path accepts, and what was received. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { callInShape, filled } from '../routes/other-shape.ts';
import type { Variant } from '../routes/route.ts';
import type { PathOwner } from '../routes/routes.ts';
import type { AuthenticatedCall } from './caller.ts';

const CREDENTIALS = {
  a: { name: 'an API key', header: 'x-api-key', challenge: 'ApiKey header="x-api-key"' },
  b: { name: 'a bearer token', header: 'Authorization', challenge: 'Bearer' },
} as const;

const NEEDED = {
  api_key_wrong: 'The API key is not valid',
  bearer_token_invalid: 'The bearer token is not valid',
  console_session_ended: 'The sign-in at the console has ended',
} as const;

/** @param owner the path's, which determines the challenge */
export function refused(owner: PathOwner, reason: keyof typeof NEEDED): ProtocolError {
  return new ProtocolError('unauthenticated', NEEDED[reason], { reason, headers: challengeOf(owner) });
}

/** The error for a request without a credential. */
export function loginMissing(call: AuthenticatedCall): ProtocolError {
  const expectedAny = takenBy(call.owner).map((variant) => CREDENTIALS[variant].header);
  return new ProtocolError('unauthenticated', taken(call), {
    reason: 'login_missing',
    facts: { expectedAny },
    headers: challengeOf(call.owner),
  });
}

/** Whether a path belongs to the other variant than the credential. */
export function isOther(owner: PathOwner, sent: Variant): boolean {
  return (owner === 'a' || owner === 'b') && owner !== sent;
}

/**
 * The error for a credential of the other variant, with the same call there. It is independent of whether the
 * credential is valid.
 * @param enabled variants of this server: in a disabled one the call does not exist
 */
export function otherShape(
  call: AuthenticatedCall,
  sent: Variant,
  enabled: Readonly<Record<Variant, boolean>>,
): ProtocolError {
  const { name, header: received } = CREDENTIALS[sent];
  const expected = CREDENTIALS[sent === 'a' ? 'b' : 'a'].header;
  const rightPath = enabled[sent] ? callInShape(call.route, call.params, sent) : undefined;
  const instead = rightPath === undefined ? '' : `. With ${name} the same call is ${rightPath}`;
  return new ProtocolError('unauthenticated', `${taken(call)}, and the request has ${name}${instead}`, {
    reason: 'login_other_shape',
    facts: { expected, received, askedPath: call.pattern, ...(rightPath === undefined ? {} : { rightPath }) },
    headers: challengeOf(call.owner),
  });
}

function taken({ route, owner, pattern, params }: AuthenticatedCall): string {
  const credentials = takenBy(owner).map((variant) => {
    const { name, header } = CREDENTIALS[variant];
    return `${name} in the header ${header}`;
  });
  return `${route.method} ${filled(pattern, params)} takes ${credentials.join(' or ')}`;
}

function takenBy(owner: PathOwner): readonly Variant[] {
  return owner === 'a' || owner === 'b' ? [owner] : ['a', 'b'];
}

function challengeOf(owner: PathOwner): Readonly<Record<string, string>> {
  return { 'www-authenticate': owner === 'a' ? CREDENTIALS.a.challenge : CREDENTIALS.b.challenge };
}
