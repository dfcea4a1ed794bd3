/** Identifiers and URLs, derived only from the settings, never from `Host` or `X-Forwarded-*`. */

/** Tenant of variant A. Never reachable under `/{tenantId}/...`. */
export const DEFAULT_TENANT = 'default';

/** Ids of configurations and tenants. */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Separates the tenant in a management client's id. No id contains it, and it needs no escaping in paths. */
const OF_TENANT = '~';

/** Ids of management clients that the API stores: an id, or one with the prefix of its tenant, in all as long as the store allows. */
export const CLIENT_ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}(~[A-Za-z0-9][A-Za-z0-9._-]{0,126})?$/;

/**
 * The id of a management client that a tenant's administrator has chosen. Client ids share one name space, because a
 * login specifies no tenant. The prefix keeps a tenant from occupying a different tenant's id, or finding out that it
 * exists.
 */
export function clientIdOfTenant(tenant: string, name: string): string {
  return `${tenant}${OF_TENANT}${name}`;
}

/** Credential issuer identifier (OpenID4VCI 1.0, 12.2.1) and AS issuer: PUBLIC_URL, or PUBLIC_URL/{tenantId}. */
export function credentialIssuer(publicUrl: string, tenant: string): string {
  return tenant === DEFAULT_TENANT ? publicUrl : `${publicUrl}/${tenant}`;
}

/** URL of the type metadata of a configuration, its `vct`. */
export function vctUrl(publicUrl: string, tenant: string, configuration: string): string {
  return tenant === DEFAULT_TENANT
    ? `${publicUrl}/credentials/vct/${configuration}`
    : `${publicUrl}/credentials/${tenant}/vct/${configuration}`;
}

/** URL of the revocation list of an IACA generation. */
export function revocationListUrl(publicUrl: string, tenant: string, generation: number): string {
  return `${credentialIssuer(publicUrl, tenant)}/iaca/${generation}/crl`;
}

/** URL of status list n, also its token's `sub` and the `uri` in credentials. */
export function statusListUrl(publicUrl: string, tenant: string, n: number): string {
  const first = `${credentialIssuer(publicUrl, tenant)}/status-management/status-list`;
  return n === 1 ? first : `${first}/${n}`;
}

/** URL of a list of trusted entities that a tenant publishes. */
export function hostedListUrl(publicUrl: string, tenant: string, list: string): string {
  return `${credentialIssuer(publicUrl, tenant)}/trust-lists/${list}`;
}
