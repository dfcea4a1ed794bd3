/** Who is signed in. The cookie is not readable here, so this comes from the server's response. */
import { computed, signal } from '@preact/signals';
import { type CallOptions, call } from '../api/call.ts';
import { connection, type Variant } from '../api/connection.ts';
import { asProblem, Problem } from '../api/problem.ts';
import { navigate } from './address.ts';

export type Role = 'viewer' | 'operator' | 'admin';

export interface SignedIn {
  readonly tenant: string;
  readonly variant: Variant;
  readonly role: Role;
  /** Display name of the user or the client. */
  readonly name: string;
  /** Profile of the tenant; absent if its configuration is broken. */
  readonly profile?: 'open' | 'haip' | 'eu';
  readonly expiresAt: string;
  /** Tenant of the sign-in, while a platform administrator works in a different one. */
  readonly home?: string;
  /** May manage tenants, settings and everything outside tenants. */
  readonly platform?: boolean;
}

/** `starting`: the server has not responded yet. `away`: it could not be reached. `out`: no one is signed in. */
export type Session =
  | { readonly state: 'starting' }
  | { readonly state: 'away'; readonly problem: Problem }
  | { readonly state: 'out'; readonly ended: boolean }
  | ({ readonly state: 'in' } & SignedIn);

export const session = signal<Session>({ state: 'starting' });

const rank: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 };

/** Whether the signed-in caller has the role, or one that may do more. */
export function hasRole(least: Role): boolean {
  const now = session.value;
  return now.state === 'in' && rank[now.role] >= rank[least];
}

/** Whether the signed-in caller may manage the platform. */
export const isPlatform = computed(() => session.value.state === 'in' && session.value.platform === true);

/** Asks the server who the cookie belongs to. */
export async function startSession(): Promise<void> {
  connection.onSignedOut = () => {
    if (session.value.state === 'in') session.value = { state: 'out', ended: true };
  };
  connection.tenant = visitedTenant();
  try {
    enter(await call<SignedIn>('GET', '/console/session'));
  } catch (error) {
    const problem = asProblem(error);
    // The visited tenant was suspended or erased, or somebody else signed in.
    if (connection.tenant !== undefined && (problem.status === 403 || problem.status === 404)) {
      keepTenant(undefined);
      return startSession();
    }
    session.value = problem.status === 401 ? { state: 'out', ended: false } : { state: 'away', problem };
  }
}

export type Credentials = { readonly api_key: string } | { readonly client_id: string; readonly client_secret: string };

/** @throws Problem if the server refuses them */
export async function signIn(credentials: Credentials, options: Pick<CallOptions, 'signal'> = {}): Promise<void> {
  keepTenant(undefined);
  enter(await call<SignedIn>('POST', '/console/login', { body: credentials, ...options }));
}

/** Ends the session at every replica. @throws Problem if the server does not respond: the cookie is then still valid */
export async function signOut(): Promise<void> {
  // The sign-out belongs to the tenant of the sign-in, and so does its audit record.
  keepTenant(undefined);
  try {
    await call('POST', '/console/logout');
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
  session.value = { state: 'out', ended: false };
}

const TENANT = 'countersign-tenant';

/** Works in another tenant, in this window only. @param tenant undefined: the tenant of the sign-in */
export async function visitTenant(tenant: string | undefined): Promise<void> {
  // No page of one tenant may load anything of the other.
  session.value = { state: 'starting' };
  keepTenant(tenant);
  // A session or a configuration of one tenant is not found in the other.
  navigate('/');
  await startSession();
}

/** Until the window is closed. A browser may refuse the storage. */
function keepTenant(tenant: string | undefined): void {
  connection.tenant = tenant;
  try {
    if (tenant === undefined) sessionStorage.removeItem(TENANT);
    else sessionStorage.setItem(TENANT, tenant);
  } catch {
    // The choice lasts until the page is left.
  }
}

function visitedTenant(): string | undefined {
  try {
    return sessionStorage.getItem(TENANT) ?? connection.tenant;
  } catch {
    return connection.tenant;
  }
}

function enter(signedIn: SignedIn): void {
  connection.variant = signedIn.variant;
  session.value = { state: 'in', ...signedIn };
}
