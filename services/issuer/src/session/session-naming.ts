/** The value that identifies the session in a wallet's request, for requests that are refused before the look-up. */
import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import type { Naming } from '@countersign/shared/runtime/wallet-steps';
import { referenceOfRequestUri } from './request-uri.ts';

/** RFC 9126 and the challenge endpoint: `issuer_state`, or a second challenge's `auth_session`. */
export const byIssuerState: Naming = (request) => {
  const { auth_session: session, issuer_state: state } = bodyObject(request);
  return session ?? state;
};

/** The authorization endpoint: the pushed `request_uri`, or the `issuer_state` in the URL of a whole request. */
export const byRequestUri: Naming = ({ query }: OperationRequest) => {
  const { request_uri: uri, issuer_state: state } = query;
  return (uri === undefined ? undefined : referenceOfRequestUri(uri)) ?? state;
};

/** Links of the authorization page: the reference in the path. */
export const byReference: Naming = ({ params }: OperationRequest) => params.reference;

/** The token endpoint: the code of either grant. */
export const byCode: Naming = (request) => {
  const { code, 'pre-authorized_code': preAuthorized } = bodyObject(request);
  return code ?? preAuthorized;
};

/** Resource routes: the access token, with any scheme. */
export const byToken: Naming = ({ headers }: OperationRequest) => headers.authorization?.split(' ').at(-1);
