/** Identifiers and URLs, derived from the settings alone: never from `Host` or `X-Forwarded-*`. */

/** Tenant of variant A. Never reachable under `/{tenantId}/...`. */
export const DEFAULT_TENANT = 'default';

/** Ids of configurations and tenants. */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

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

/** URL of the revocation list of a generation of the tenant's IACA. */
export function revocationListUrl(publicUrl: string, tenant: string, generation: number): string {
  return `${credentialIssuer(publicUrl, tenant)}/iaca/${generation}/crl`;
}

/** URL of status list n, also the `sub` of its token and the `uri` in credentials. */
export function statusListUrl(publicUrl: string, tenant: string, n: number): string {
  const first = `${credentialIssuer(publicUrl, tenant)}/status-management/status-list`;
  return n === 1 ? first : `${first}/${n}`;
}
