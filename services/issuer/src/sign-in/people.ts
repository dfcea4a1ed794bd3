/**
 * Calls the console users' identity provider. The gateway, which signs them in, cannot reach the internet. The
 * operations have no route.
 */
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Settings } from '@countersign/shared/settings/settings';
import type { SignInAttempt, SignInClient } from './sign-in-client.ts';
import type { SignInProvider } from './sign-in-providers.ts';

export interface PeopleOperations {
  /** Body `{attempt, state}`; returns `{url}`: where to send the browser. */
  readonly begin: Operation;
  /** Body `{attempt, state, query, needed}`; returns the verified ID token's `{claims}`. */
  readonly finish: Operation;
}

/** @throws ProtocolError `not_found` if MANAGEMENT_OIDC_ISSUER is not set, and whatever the client throws */
export function peopleOperations(settings: Settings, client: SignInClient): PeopleOperations {
  return {
    begin: async (request) => {
      const { attempt, state } = read(request);
      return { body: { url: await client.begin(providerOf(settings), attempt, state) } };
    },
    finish: async (request) => {
      const { attempt, state, body } = read(request);
      const query = isObject(body.query) ? texts(body.query) : {};
      const needed = Array.isArray(body.needed) ? body.needed.map(String) : [];
      return { body: { claims: await client.finish(providerOf(settings), { attempt, state, query, needed }) } };
    },
  };
}

function providerOf(settings: Settings): SignInProvider {
  const { MANAGEMENT_OIDC_ISSUER: issuer, MANAGEMENT_OIDC_CLIENT_ID: clientId } = settings;
  if (issuer === undefined || clientId === undefined) {
    throw new ProtocolError('not_found', 'People sign in with no identity provider', { reason: 'not_offered' });
  }
  const clientSecret = settings.MANAGEMENT_OIDC_CLIENT_SECRET;
  const scope = settings.MANAGEMENT_OIDC_SCOPE;
  const secret = clientSecret === undefined ? {} : { clientSecret };
  return { settings: { issuer, clientId, scope, claims: {}, ...secret }, version: 'management' };
}

function read(request: OperationRequest): { attempt: SignInAttempt; state: string; body: JsonObject } {
  const body = bodyObject(request);
  const { issuer, redirectUri, nonce, codeVerifier } = isObject(body.attempt) ? texts(body.attempt) : {};
  const { state } = body;
  const complete = [issuer, redirectUri, nonce, codeVerifier, state].every((value) => typeof value === 'string');
  if (!complete) throw new ProtocolError('invalid_request', 'The attempt is incomplete', { reason: 'body_invalid' });
  const attempt = { issuer, redirectUri, nonce, codeVerifier } as SignInAttempt;
  return { attempt, state: String(state), body };
}

function texts(object: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, String(value)]));
}
