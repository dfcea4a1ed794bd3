/** Limits of a server's connections, from the settings. Connections that the server closes are counted. */
import type { Metrics } from '../../metrics/metrics.ts';
import type { Settings } from '../../settings/settings.ts';
import { createProxyCheck } from '../client-address.ts';
import type { Address } from './server.ts';

/** Limits of the public server. @throws Error if TRUST_PROXY can't be used */
export function publicConnections(
  { MAX_CONNECTIONS, TRUST_PROXY }: Pick<Settings, 'MAX_CONNECTIONS' | 'TRUST_PROXY'>,
  metrics: Pick<Metrics, 'count'>,
): Pick<Address, 'connections' | 'isProxy' | 'dropped'> {
  return { connections: MAX_CONNECTIONS, isProxy: createProxyCheck(TRUST_PROXY), ...counted(metrics) };
}

/** Limits of the server for the other services. */
export function internalConnections(metrics: Pick<Metrics, 'count'>): Pick<Address, 'idleConnections' | 'dropped'> {
  return { idleConnections: 'left to the caller', ...counted(metrics) };
}

function counted(metrics: Pick<Metrics, 'count'>): Pick<Address, 'dropped'> {
  return { dropped: (reason) => metrics.count('countersign_connections_dropped_total', { reason }) };
}
