/** The installation that flows are run against, as their backend and wallets see it. */

/** A tenant of variant B with a bearer token of its client; without one, variant A with its API key. */
export interface Site {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly tenant?: { readonly id: string; readonly token: string } | undefined;
}

/** The paths for the backend's calls in a site's variant. */
export interface BackendPaths {
  readonly offer: string;
  readonly request: string;
  readonly status: string;
}

/** Headers of a backend's call without a body. */
export function loginOf({ apiKey, tenant }: Site): Record<string, string> {
  return tenant === undefined ? { 'x-api-key': apiKey } : { authorization: `Bearer ${tenant.token}` };
}

/** Headers of a backend's call with a JSON body. */
export function backendHeaders(site: Site): Record<string, string> {
  return { 'content-type': 'application/json', ...loginOf(site) };
}

export function backendPaths({ tenant }: Site): BackendPaths {
  if (tenant === undefined) return { offer: '/vci/offer', request: '/oid4vp', status: '/status-management' };
  return { offer: '/issuer-management/offer', request: '/presentation-management/request', status: '/session/revoke' };
}

/** The start of wallets' paths. */
export function walletBase({ tenant }: Site): string {
  return tenant === undefined ? '' : `/${tenant.id}`;
}

/** Path of well-known metadata (OpenID4VCI 1.0, 12.2.2). */
export function wellKnown(site: Site, name: string): string {
  return `/.well-known/${name}${walletBase(site)}`;
}

/** Credential issuer identifier. */
export function issuerOf(site: Site): string {
  return site.url + walletBase(site);
}

export type ConfigurationKind = 'issuance' | 'presentation' | 'login';

const MANAGEMENT: Readonly<Record<ConfigurationKind, string>> = {
  issuance: '/issuer-management',
  presentation: '/presentation-management',
  login: '/configurations/login-clients',
};

/** Stores a configuration through the management API. @throws with the response if it is refused */
export async function writeConfigurationOf(site: Site, kind: ConfigurationKind, configuration: object): Promise<void> {
  const answer = await fetch(site.url + MANAGEMENT[kind], {
    method: 'POST',
    headers: backendHeaders(site),
    body: JSON.stringify(configuration),
  });
  if (answer.status !== 201) throw new Error(`The configuration answered ${answer.status}: ${await answer.text()}`);
}

/** Removes a stored configuration. A missing one is fine. */
export async function removeConfiguration(site: Site, kind: ConfigurationKind, id: string): Promise<void> {
  const url = `${site.url}${MANAGEMENT[kind]}/${encodeURIComponent(id)}`;
  const answer = await fetch(url, { method: 'DELETE', headers: loginOf(site) });
  if (!answer.ok && answer.status !== 404)
    throw new Error(`The removal of ${id} answered ${answer.status}: ${await answer.text()}`);
}
