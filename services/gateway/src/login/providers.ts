/** The providers of the requested tenants, each kept as long as its clients and keys stay the same. */
import { isWorking } from '@countersign/shared/flow-config/listed';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { findAccount } from './account.ts';
import type { LoginClient } from './client.ts';
import type { LoginClients } from './clients.ts';
import type { References } from './grants.ts';
import { type Account, type Adapter, type Library, loadLibrary, type Provider } from './library.ts';
import { noClients } from './no-clients.ts';
import type { LoginParts } from './parts.ts';
import { makeProvider } from './provider.ts';

export type ProviderFor = (tenant: string) => Promise<OpenProvider>;

export interface OpenProvider {
  readonly library: Library;
  readonly provider: Provider;
  readonly clients: readonly LoginClient[];
  /** What is stored, by the library's name of its kind. */
  readonly records: (kind: string) => Adapter;
  readonly references: References;
  readonly account: (id: string) => Promise<Account | undefined>;
  /** How interactions ended whose browser is being redirected back. */
  readonly ended: Map<string, JsonObject>;
  /** Answers its requests. */
  readonly answer: ReturnType<Provider['callback']>;
  /** Its identifier. */
  readonly issuer: string;
}

interface Made extends OpenProvider {
  readonly version: string;
  readonly keys: readonly JsonObject[];
}

/** Tenants whose provider is kept. */
const MOST = 300;

export function createProviders(parts: LoginParts, load: () => Promise<Library> = loadLibrary): ProviderFor {
  const made = new Map<string, Promise<Made>>();
  let library: Promise<Library> | undefined;

  const make = async (tenant: string, clients: readonly LoginClient[], version: string): Promise<Made> => {
    library ??= load();
    const [loaded, keys] = await Promise.all([library, parts.keys.of(tenant)]);
    const issuer = loginIssuer(parts.settings.PUBLIC_URL, tenant);
    const account = (id: string) => findAccount(parts, tenant, id);
    const ended = new Map<string, JsonObject>();
    const of = await makeProvider(loaded, parts, { tenant, issuer, clients, keys, account, ended });
    const answer = of.provider.callback();
    return { library: loaded, ...of, clients, account, ended, answer, issuer, version, keys };
  };

  return async (tenant) => {
    const clients = await workingClients(parts.clients, tenant);
    if (clients.length === 0) throw noClients();
    const version = clients.map(({ id, version: of }) => `${id} ${of}`).join('\n');
    const known = await made.get(tenant)?.catch(() => undefined);
    if (known?.version === version && known.keys === (await parts.keys.of(tenant))) return known;
    const fresh = make(tenant, clients, version);
    made.delete(tenant);
    if (made.size >= MOST) made.delete(made.keys().next().value ?? '');
    made.set(tenant, fresh);
    return fresh;
  };
}

export async function workingClients(clients: LoginClients, tenant: string): Promise<readonly LoginClient[]> {
  return (await clients.list(tenant)).flatMap((one) => (isWorking(one) ? [one.configuration] : []));
}

/** The identifier of a tenant's provider. */
export function loginIssuer(publicUrl: string, tenant: string): string {
  return `${credentialIssuer(publicUrl, tenant)}/login`;
}
