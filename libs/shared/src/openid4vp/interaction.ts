/**
 * Interactive authorization: a wallet presents at the authorization server itself (OpenID4VCI 1.1 draft, 6). Its proofs
 * contain that endpoint, so a request that another server forwards results in no code here.
 */
import type { InteractionDialect } from '../model/session/issuance-part.ts';

const PATHS: Readonly<Record<InteractionDialect, string>> = {
  ia: '/authorize/challenge',
  iae: '/authorize/interactive',
};

/** The URL of the endpoint that receives the response. @param issuer identifier of the authorization server */
export function interactionEndpoint(issuer: string, dialect: InteractionDialect): string {
  return `${issuer}${PATHS[dialect]}`;
}

/** The audiences of a proof for an endpoint: its origin, as in the drafts, and its URL, as in their examples. */
export function interactionAudiences(dialect: InteractionDialect, endpoint: string): readonly string[] {
  return [`${dialect}:${new URL(endpoint).origin}`, `${dialect}:${endpoint}`];
}
