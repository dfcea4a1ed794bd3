import { ProtocolError } from '@countersign/shared/kernel/errors';

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
  if (authorization === undefined) throw new ProtocolError('unauthenticated', 'An access token is needed');
  // RFC 9110, 11.1: the scheme is compared without case.
  const match = /^(dpop|bearer) +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new ProtocolError('unauthenticated', 'An access token is needed, with the scheme DPoP or Bearer');
  }
  return { scheme: match[1].toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token: match[2] };
}
