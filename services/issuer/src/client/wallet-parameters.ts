/** The authorization request of a wallet, sent to PAR, to the challenge endpoint or (where allowed) in the authorize URL. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, parseCountedJson } from '@countersign/shared/kernel/json';
import type { FactsOf } from '@countersign/shared/kernel/reasons/reasons';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import type { AuthorizationRequest } from '@countersign/shared/model/session/issuance-part';
import type { CredentialConfiguration } from '../configuration/credential-configuration.ts';
import { missingFacts } from './missing-parameter.ts';
import type { RedirectTargets } from './redirect-uri.ts';

export interface RequestingClient extends RedirectTargets {
  readonly clientId: string;
  readonly authenticated: boolean;
  /** Set if the client authenticated by an attestation of its provider. */
  readonly attestation?: ClientAttestation;
}

/** What an attestation states about the wallet instance. */
export interface ClientAttestation {
  /** RFC 7638 thumbprint of `cnf.jwk`. */
  readonly instanceJkt: string;
  /** The place of its status; `exp`, in seconds, is the time until which the provider keeps it. */
  readonly status?: { readonly uri: string; readonly idx: number; readonly exp?: number };
}

/** The parameters that a wallet sent. */
export interface WalletParameters {
  readonly parameters: JsonObject;
}

/** The results of checking an authorization request. */
export interface CheckedRequest {
  readonly client: RequestingClient;
  readonly redirectUri: string;
  readonly codeChallenge?: string;
  readonly state?: string;
  readonly dpopJkt?: string;
  readonly requested: { readonly ids: readonly string[]; readonly details: boolean };
}

/** The authorization request as the session stores it (OpenID4VCI 1.0, 5.1; RFC 9126; RFC 9449, 10). */
export function authorizationRequest(checked: CheckedRequest): AuthorizationRequest {
  const { client, redirectUri, codeChallenge, state, dpopJkt, requested } = checked;
  return {
    clientId: client.clientId,
    clientAuthenticated: client.authenticated,
    redirectUri,
    ...(codeChallenge === undefined ? {} : { codeChallenge }),
    configurationIds: requested.ids,
    authorizationDetails: requested.details,
    ...(state === undefined ? {} : { state }),
    ...(dpopJkt === undefined ? {} : { dpopJkt }),
    ...(client.attestation === undefined ? {} : { instanceJkt: client.attestation.instanceJkt }),
  };
}

/**
 * The configurations that the wallet requests: by scope, by authorization_details, by both, or, with neither, all in
 * the offer.
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
      throw new ProtocolError('invalid_authorization_details', 'A credential configuration is not part of the offer', {
        reason: 'configuration_not_offered',
        facts: { configurationId: id, configurationIds: offered.map((configuration) => configuration.id) },
      });
    }
    ids.add(id);
  }
  // OpenID4VCI 1.0, 5.1.2: unknown scope values are ignored.
  const scopes = new Set(scope?.split(' ') ?? []);
  for (const configuration of offered) if (scopes.has(configuration.scope)) ids.add(configuration.id);
  if (ids.size === 0) {
    throw new ProtocolError('invalid_scope', 'No scope of the request belongs to the offer', {
      reason: 'scope_unknown',
      facts: { received: scope ?? '', expectedAny: offered.map((configuration) => configuration.scope) },
    });
  }
  return { ids: [...ids], details: details !== undefined };
}

/**
 * authorization_details (RFC 9396; OpenID4VCI 1.0, 5.1.1): JSON text in a form, an array in a JSON body.
 * @returns the configuration ids, or undefined if the parameter is absent
 * @throws ProtocolError `invalid_authorization_details`
 */
export function parseAuthorizationDetails(value: Json | undefined, issuer: string): readonly string[] | undefined {
  if (value === undefined || value === '') return undefined;
  let details: Json = value;
  if (typeof value === 'string') {
    try {
      details = parseCountedJson(value);
    } catch {
      throw refuse('authorization_details is not JSON', { detail: 'json' });
    }
  }
  if (!Array.isArray(details) || details.length === 0) {
    throw refuse('authorization_details must be a non-empty array', { detail: 'array' });
  }
  const ids = details.map((item: Json) => {
    if (!isObject(item) || item.type !== 'openid_credential') {
      const type = isObject(item) ? receivedFact(item.type) : {};
      throw refuse('The type must be openid_credential', { detail: 'type', expected: 'openid_credential', ...type });
    }
    if (typeof item.credential_configuration_id !== 'string') {
      const missing = missingFacts(item, 'credential_configuration_id');
      throw refuse('credential_configuration_id is missing', { detail: 'missing', ...missing });
    }
    // OpenID4VCI 1.0, 5.1.1: with authorization_servers in the metadata, locations contains the issuer.
    if (item.locations !== undefined && !(Array.isArray(item.locations) && item.locations.includes(issuer))) {
      const locations = receivedFact(item.locations);
      throw refuse('locations must contain this credential issuer', {
        detail: 'locations',
        expected: issuer,
        ...locations,
      });
    }
    return item.credential_configuration_id;
  });
  if (new Set(ids).size !== ids.length) throw refuse('A credential configuration is named twice', { detail: 'twice' });
  return ids;
}

type DetailsFacts = FactsOf<'authorization_details'>;

function refuse(description: string, facts: DetailsFacts): ProtocolError {
  return new ProtocolError('invalid_authorization_details', description, { reason: 'authorization_details', facts });
}

/** A string parameter. An empty one is treated as absent (RFC 6749, 3.1). @throws ProtocolError `invalid_request` */
export function text(parameters: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') {
    const facts = { parameter: name };
    throw new ProtocolError('invalid_request', `${name} must be a string`, { reason: 'parameter_type', facts });
  }
  return value;
}
