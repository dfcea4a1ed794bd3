/**
 * The same on five services with two replicas each: before and after filling their store, and through both gateways.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@countersign/shared/kernel/log';
import { readServiceSettings } from '@countersign/shared/settings/service-settings';
import { openMongoStore } from '@countersign/shared/store/mongo/store';
import { print } from '../load/closed-loop.ts';
import { type ClusterServer, startClusterServer } from '../server/cluster-server.ts';
import { compareCalls } from './scale-calls.ts';
import { FIRST_LIST, type Fill, fillStore, templatesOf } from './scale-fill.ts';
import { compareFlows, type FlowOptions, getLists, prepareLoads } from './scale-flows.ts';
import { compareAllocated } from './scale-repeats.ts';
import { changeStatuses, type StatusInstance } from './scale-status.ts';
import { statusInstance } from './scale-status-instance.ts';

const REPLICAS = 2;

interface ClusterOptions extends FlowOptions {
  readonly fill: Fill;
  readonly changes: number;
  readonly writers: number;
}

/** Everything of `scale` that can be measured on separate services. */
export async function scaleOnCluster(root: string, options: ClusterOptions): Promise<void> {
  const server = await startClusterServer(root, {}, REPLICAS);
  try {
    const loads = await prepareLoads(server, 500);
    await compareFlows({ empty: loads }, options);
    await compareCalls({ empty: { server, sessions: 0 } });
    await sleep(3000);
    const { settings } = readServiceSettings('gateway', { ...server.environment, PUBLIC_URL: server.url });
    const store = openMongoStore({
      url: settings.MONGODB_URL ?? '',
      database: settings.MONGODB_DATABASE,
      log: silentLog,
    });
    try {
      const key = server.environment.MASTER_KEY ?? '';
      const templates = await templatesOf(store, key);
      print(`\nFilling, after ${templates.length} real sessions`);
      await fillStore(store, options.fill, templates);
      await compareFlows({ full: loads }, options);
      await compareCalls({ full: { server, sessions: options.fill.sessions } });
      await getLists(server, `/status-management/status-list/${FIRST_LIST}`, 20_000, 32);
      const overHttp = server.cluster.gateways.map((gateway) => gatewayInstance(server, gateway));
      await changeStatuses(overHttp, options);
      await compareAllocated(store, [statusInstance(store, key), statusInstance(store, key)], options.fill);
    } finally {
      await store.close();
    }
  } finally {
    await server.stop();
  }
}

/** The status service behind one gateway, as seen by a backend and a consumer of lists. */
function gatewayInstance({ apiKey, url }: ClusterServer, gateway: string): StatusInstance {
  return {
    set: async (session, status) => {
      const answer = await fetch(`${gateway}/status-management`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        body: JSON.stringify({ sessionId: session, status }),
      });
      if (answer.status !== 201) throw new Error(`A change answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { uri: string; idx: number }[];
    },
    list: async (uri) => {
      const answer = await fetch(uri.replace(url, gateway));
      if (!answer.ok) throw new Error(`The list answered ${answer.status}`);
      return answer.text();
    },
  };
}
