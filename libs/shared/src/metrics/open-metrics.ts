/** The metrics of a process and its workers, and the server that publishes them. */
import type { Log } from '../kernel/log.ts';
import type { Environment } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { joinSamples } from './joined.ts';
import { type Metrics, noMetrics } from './metrics.ts';
import { openMetricsServer } from './metrics-server.ts';
import { createPromMetrics, type Samples } from './prom.ts';

export interface OpenedMetrics {
  readonly metrics: Metrics;
  /** Port of `GET /metrics`; undefined if it is not served. */
  readonly port: number | undefined;
  close(): Promise<void>;
}

interface MetricsOptions {
  /** Name of the process: its service, or `standalone`. */
  readonly name: string;
  readonly settings: Pick<Settings, 'METRICS_HOST' | 'METRICS_PORT'>;
  readonly environment: Environment;
  readonly log: Log;
  /** The samples of this process's workers; absent if it has no workers. */
  readonly ofWorkers?: () => Promise<readonly Samples[]>;
}

/** The metrics of a worker, which another process publishes. @returns undefined if metrics are off */
export function openWorkerMetrics(options: Pick<MetricsOptions, 'name' | 'settings'>): WorkerMetrics | undefined {
  if (options.settings.METRICS_PORT === 0) return undefined;
  const metrics = createPromMetrics({ service: options.name });
  return { metrics, samples: () => metrics.samples() };
}

export interface WorkerMetrics {
  readonly metrics: Metrics;
  readonly samples: () => Promise<Samples>;
}

/**
 * Opens `GET /metrics`; with METRICS_PORT=0 no port is open and no metrics are recorded.
 * @throws Error if METRICS_PORT is set and can't be opened
 */
export async function openMetrics(options: MetricsOptions): Promise<OpenedMetrics> {
  const { name, settings, environment, log, ofWorkers } = options;
  const none: OpenedMetrics = { metrics: noMetrics, port: undefined, close: async () => undefined };
  const { METRICS_HOST: host, METRICS_PORT: port } = settings;
  if (port === 0) return none;
  const metrics = createPromMetrics({ service: name });
  try {
    const scrape = ofWorkers && (async () => joinSamples([await ownSamples(metrics), ...(await ofWorkers())]));
    const server = await openMetricsServer({ host, port }, scrape === undefined ? metrics : { scrape });
    return { metrics, port: server.port, close: server.close };
  } catch (error) {
    if (environment.METRICS_PORT) throw new Error(`Cannot listen on METRICS_PORT ${port} of ${host}`, { cause: error });
    // A default port that is taken is logged and not fatal: wallets are served without metrics.
    log.warn('GET /metrics is unavailable, because its port is taken: set METRICS_PORT', {
      address: `${host}:${port}`,
    });
    return none;
  }
}

/** The samples of the process that has workers, without its event loop, which would hide theirs in an average. */
async function ownSamples({ samples }: { readonly samples: () => Promise<Samples> }): Promise<Samples> {
  return (await samples()).filter(({ name }) => !name.startsWith('nodejs_eventloop_'));
}
