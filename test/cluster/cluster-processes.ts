/** The five services as separate processes, on loopback, with several replicas on request. */
import { resolve } from 'node:path';
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import { bundled } from '../support/bundled.ts';
import { type ChildServer, createChildServer, freePort } from '../support/child-server.ts';

/** Compiled to test/dist/cluster. */
export const ROOT = resolve(import.meta.dirname, '../../..');

/** In the order of their start: the gateway starts once the others are ready. */
export const SERVICES: readonly ServiceName[] = ['status', 'issuer', 'verifier', 'webhook-dispatcher', 'gateway'];

export interface ServiceProcess extends ChildServer {
  readonly service: ServiceName;
  /** From 1. */
  readonly replica: number;
}

export interface ClusterProcesses {
  /** Address of the first gateway. */
  readonly url: string;
  /** All gateways. */
  readonly gateways: readonly string[];
  readonly processes: readonly ServiceProcess[];
  of(service: ServiceName): readonly ServiceProcess[];
  /** Starts all, resolves when all are ready. */
  start(): Promise<void>;
  /** SIGTERM to all, and waits for their end. */
  terminate(): Promise<void>;
  /** Kills all running processes. */
  close(): Promise<void>;
}

export type Replicas = number | Readonly<Partial<Record<ServiceName, number>>>;

export interface ClusterOptions {
  readonly folder: string;
  /** Environment of all services: engines, secrets, CONFIG_FOLDER. */
  readonly env: Readonly<Record<string, string>>;
  /** For each service, or by service; otherwise 1. */
  readonly replicas?: Replicas;
  /** Port of the first gateway; the second uses the following port. Default: free ones */
  readonly port?: number;
  readonly publicUrl?: string;
  /** Each process serves `GET /metrics`, on its port + 6000. */
  readonly metrics?: boolean;
  readonly onLine?: (process: ServiceProcess, line: string) => void;
  readonly nodeOptions?: readonly string[];
}

/** Finds ports; starts nothing yet. */
export async function openCluster(options: ClusterOptions): Promise<ClusterProcesses> {
  const { replicas = 1, env, folder, onLine } = options;
  const replicasOf = (service: ServiceName): number =>
    typeof replicas === 'number' ? replicas : (replicas[service] ?? 1);
  const ports = new Map<string, number>();
  for (const service of SERVICES) {
    for (let replica = 1; replica <= replicasOf(service); replica += 1) {
      const fixed = service === 'gateway' && options.port !== undefined;
      const taken = new Set(ports.values());
      let port = fixed ? (options.port ?? 0) + replica - 1 : await freePort();
      while (!fixed && taken.has(port)) port = await freePort();
      ports.set(`${service} ${replica}`, port);
    }
  }
  const addressesOf = (service: ServiceName): readonly string[] =>
    Array.from(
      { length: replicasOf(service) },
      (_, index) => `http://127.0.0.1:${ports.get(`${service} ${index + 1}`)}`,
    );
  const gateways = addressesOf('gateway');
  const publicUrl = options.publicUrl ?? gateways[0] ?? '';
  const shared = {
    ...env,
    PUBLIC_URL: publicUrl,
    ISSUER_URL: addressesOf('issuer').join(),
    VERIFIER_URL: addressesOf('verifier').join(),
    STATUS_URL: addressesOf('status').join(),
    DISPATCHER_URL: addressesOf('webhook-dispatcher').join(),
  };
  const processes = SERVICES.flatMap((service) =>
    addressesOf(service).map((url, index): ServiceProcess => {
      const child = createChildServer({
        main: bundled(service),
        folder,
        url,
        env: { ...shared, PORT: new URL(url).port, ...(options.metrics === true ? { METRICS_PORT: '' } : {}) },
        onLine: (line) => onLine?.(process, line),
        ...(options.nodeOptions === undefined ? {} : { nodeOptions: options.nodeOptions }),
      });
      const process: ServiceProcess = {
        ...child,
        get pid() {
          return child.pid;
        },
        service,
        replica: index + 1,
      };
      return process;
    }),
  );
  const each = async (act: (process: ServiceProcess) => Promise<unknown>): Promise<void> => {
    await Promise.all(processes.map(act));
  };
  return {
    url: publicUrl,
    gateways,
    processes,
    of: (service) => processes.filter((process) => process.service === service),
    start: () => each((process) => process.start()),
    terminate: () => each(async (process) => (process.pid === undefined ? undefined : process.terminate())),
    close: () => each((process) => process.close()),
  };
}
