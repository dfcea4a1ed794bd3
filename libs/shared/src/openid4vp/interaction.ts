/**
 * Interactive authorization: a wallet answers a presentation at the authorization server itself (OpenID4VCI 1.1 draft, 6).
 * Its proofs name that endpoint, so that a request that another server forwards leads to no code here.
 */
import type { InteractionDialect } from '../model/session/issuance-part.ts';

const PATHS: Readonly<Record<InteractionDialect, string>> = {
  ia: '/authorize/challenge',
  iae: '/authorize/interactive',
};

/** The URL of the endpoint that takes the answer. @param issuer identifier of the authorization server */
export function interactionEndpoint(issuer: string, dialect: InteractionDialect): string {
  return `${issuer}${PATHS[dialect]}`;
}

/** The audiences of a proof for an endpoint: its origin, as the drafts say, and its URL, as their examples have it. */
export function interactionAudiences(dialect: InteractionDialect, endpoint: string): readonly string[] {
  return [`${dialect}:${new URL(endpoint).origin}`, `${dialect}:${endpoint}`];
}
