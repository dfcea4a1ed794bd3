import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';

export interface PresentedToken {
  readonly scheme: 'DPoP' | 'Bearer';
  readonly token: string;
}

/** RFC 6750, 2.1; RFC 9449, 7.1. @throws ProtocolError `unauthenticated` */
export function checkAuthorizationHeader({
  request: { headers },
}: {
  readonly request: { readonly headers: Readonly<Record<string, string | undefined>> };
}): PresentedToken {
  const { authorization } = headers;
  if (authorization === undefined) {
    throw new ProtocolError('unauthenticated', 'An access token is needed', { reason: 'token_missing' });
  }
  // RFC 9110, 11.1: the scheme is compared without case.
  const match = /^(dpop|bearer) +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization);
  if (match?.[1] === undefined || match[2] === undefined) {
    const why = refusedScheme(authorization);
    throw new ProtocolError('unauthenticated', 'An access token is needed, with the scheme DPoP or Bearer', why);
  }
  return { scheme: match[1].toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token: match[2] };
}

/** Other registered schemes that clients send. The first word of a header may also be a token, so no other is reported. */
const OTHER_SCHEMES: readonly string[] = ['basic', 'digest', 'gnap', 'negotiate', 'token'];

function refusedScheme(authorization: string): Reasoned {
  const scheme = authorization.trimStart().split(/\s/, 1)[0]?.toLowerCase() ?? '';
  if (scheme === 'dpop' || scheme === 'bearer') return { reason: 'token_format', facts: { received: scheme } };
  const received = OTHER_SCHEMES.find((known) => known === scheme);
  const expectedAny = ['DPoP', 'Bearer'];
  return { reason: 'token_scheme', facts: { expectedAny, ...(received === undefined ? {} : { received }) } };
}
