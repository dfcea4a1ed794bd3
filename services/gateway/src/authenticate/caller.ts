/** The caller of the management API, and how it is identified. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@countersign/shared/kernel/role';
import type { Route, Variant } from '../routes/route.ts';
import type { PathOwner } from '../routes/routes.ts';

export interface Caller {
  readonly variant: Variant;
  readonly tenant: string;
  readonly client: string;
  readonly role: Role;
  /** It may manage the whole installation: tenants, settings, quotas. */
  readonly platform: boolean;
  /** Id of the console sign-in, if the cookie identifies the caller. */
  readonly consoleSession?: string;
}

/** Headers by name, each with every value that was sent. */
export type DistinctHeaders = Readonly<Partial<Record<keyof IncomingHttpHeaders, readonly string[]>>>;

/** The parts of a call that decide which credential is accepted. */
export interface AuthenticatedCall {
  readonly route: Pick<Route, 'method' | 'paths' | 'platform'>;
  /** The path's owner. */
  readonly owner: PathOwner;
  readonly pattern: string;
  readonly params: Readonly<Record<string, string>>;
}

export type Authenticate = (headers: DistinctHeaders, call: AuthenticatedCall) => Promise<Caller>;
