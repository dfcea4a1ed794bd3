/** The authorization request of a wallet, as PAR, the challenge endpoint or (where allowed) the authorize URL carry it. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { checkRedirectUri, type RedirectTargets } from '@countersign/shared/kernel/redirect-uri';
import type { AuthorizationRequest } from '@countersign/shared/model/sessions';
import type { CredentialConfiguration } from './credential-configuration.ts';
import { checkCodeChallenge } from './pkce.ts';

export interface RequestingClient extends RedirectTargets {
  readonly clientId: string;
  readonly authenticated: boolean;
}

export interface AuthorizationRequestInput {
  readonly parameters: JsonObject;
  readonly client: RequestingClient;
  readonly issuer: string;
  /** The configurations of the offer. */
  readonly offered: readonly CredentialConfiguration[];
  /** Thumbprint of the DPoP proof in the same request. */
  readonly dpopJkt?: string;
  /** Set where the code goes to whoever asks, not through a browser: there PKCE proves nothing more (RFC 7636, 1). */
  readonly withoutPkce?: true;
}

/**
 * Checks an authorization request against the offer it belongs to (OpenID4VCI 1.0, 5.1; RFC 9126; RFC 9449, 10).
 * Unknown parameters are ignored.
 * @throws ProtocolError with the code of the standard
 */
export function parseAuthorizationRequest(input: AuthorizationRequestInput): AuthorizationRequest {
  const { parameters, client } = input;
  const responseType = text(parameters, 'response_type');
  if (responseType === undefined) throw new ProtocolError('invalid_request', 'response_type is missing');
  // RFC 6749, 4.1.2.1
  if (responseType !== 'code') throw new ProtocolError('unsupported_response_type', 'response_type must be code');
  const redirectUri = checkRedirectUri(text(parameters, 'redirect_uri'), client);
  const challenge = text(parameters, 'code_challenge');
  const codeChallenge =
    challenge === undefined && input.withoutPkce === true
      ? undefined
      : checkCodeChallenge(challenge, text(parameters, 'code_challenge_method'));
  checkResource(text(parameters, 'resource'), input.issuer);
  const state = text(parameters, 'state');
  if (state !== undefined && state.length > 2048) throw new ProtocolError('invalid_request', 'state is too long');
  const dpopJkt = checkDpopJkt(text(parameters, 'dpop_jkt'), input.dpopJkt);
  const asked = requestedConfigurations(parameters, input.offered, input.issuer);
  return {
    clientId: client.clientId,
    clientAuthenticated: client.authenticated,
    redirectUri,
    ...(codeChallenge === undefined ? {} : { codeChallenge }),
    configurationIds: asked.ids,
    authorizationDetails: asked.details,
    ...(state === undefined ? {} : { state }),
    ...(dpopJkt === undefined ? {} : { dpopJkt }),
  };
}

/**
 * What the wallet asks for: by scope, by authorization_details, by both, or, with neither, all of the offer.
 * @throws ProtocolError `invalid_scope`, `invalid_authorization_details`
 */
export function requestedConfigurations(
  parameters: JsonObject,
  offered: readonly CredentialConfiguration[],
  issuer: string,
): { readonly ids: readonly string[]; readonly details: boolean } {
  const details = parseAuthorizationDetails(parameters.authorization_details, issuer);
  const scope = text(parameters, 'scope');
  if (details === undefined && scope === undefined) return { ids: offered.map(({ id }) => id), details: false };
  const ids = new Set<string>();
  for (const id of details ?? []) {
    if (!offered.some((configuration) => configuration.id === id)) {
      throw new ProtocolError('invalid_authorization_details', 'A credential configuration is not part of the offer');
    }
    ids.add(id);
  }
  // OpenID4VCI 1.0, 5.1.2: unknown scope values are ignored.
  const scopes = new Set(scope?.split(' ') ?? []);
  for (const configuration of offered) if (scopes.has(configuration.scope)) ids.add(configuration.id);
  if (ids.size === 0) throw new ProtocolError('invalid_scope', 'No scope of the request belongs to the offer');
  return { ids: [...ids], details: details !== undefined };
}

/**
 * authorization_details (RFC 9396; OpenID4VCI 1.0, 5.1.1): JSON text in a form, an array in a JSON body.
 * @returns the configuration ids, or undefined where the parameter is absent
 * @throws ProtocolError `invalid_authorization_details`
 */
export function parseAuthorizationDetails(value: Json | undefined, issuer: string): readonly string[] | undefined {
  if (value === undefined || value === '') return undefined;
  const refuse = (description: string): ProtocolError =>
    new ProtocolError('invalid_authorization_details', description);
  let details: Json = value;
  if (typeof value === 'string') {
    try {
      details = parseJson(value);
    } catch {
      throw refuse('authorization_details is not JSON');
    }
  }
  if (!Array.isArray(details) || details.length === 0) throw refuse('authorization_details must be a non-empty array');
  const ids = details.map((item: Json) => {
    if (!isObject(item) || item.type !== 'openid_credential') throw refuse('The type must be openid_credential');
    if (typeof item.credential_configuration_id !== 'string') throw refuse('credential_configuration_id is missing');
    // OpenID4VCI 1.0, 5.1.1: with authorization_servers in the metadata, locations holds the issuer.
    if (item.locations !== undefined && !(Array.isArray(item.locations) && item.locations.includes(issuer))) {
      throw refuse('locations must name this credential issuer');
    }
    return item.credential_configuration_id;
  });
  if (new Set(ids).size !== ids.length) throw refuse('A credential configuration is named twice');
  return ids;
}

/** RFC 8707, 2: the only resource here is the credential issuer. @throws ProtocolError `invalid_target` */
export function checkResource(resource: string | undefined, issuer: string): void {
  if (resource !== undefined && resource !== issuer) {
    throw new ProtocolError('invalid_target', 'resource must be the credential issuer identifier');
  }
}

/** RFC 9449, 10.1: a DPoP proof and dpop_jkt in one request name the same key. */
function checkDpopJkt(parameter: string | undefined, proof: string | undefined): string | undefined {
  if (parameter !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(parameter)) {
    throw new ProtocolError('invalid_request', 'dpop_jkt is not a SHA-256 thumbprint');
  }
  if (parameter !== undefined && proof !== undefined && parameter !== proof) {
    throw new ProtocolError('invalid_dpop_proof', 'dpop_jkt does not match the DPoP proof');
  }
  return parameter ?? proof;
}

/** A string parameter; an empty one counts as absent (RFC 6749, 3.1). @throws ProtocolError `invalid_request` */
export function text(parameters: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new ProtocolError('invalid_request', `${name} must be a string`);
  return value;
}
