/** Scenarios of revocation: status changes by the backend, and the lists that verifiers fetch. */
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { receivePreAuthorized, STEPS, type Step, siteOf } from '../flows/issuance-flow.ts';
import { type ListRequest, listLoad, listOf, revokeLoad } from '../flows/status-flow.ts';
import { type Load, measure } from '../load/closed-loop.ts';
import { prepared, type Scenario, type World } from './scenario.ts';

export const statusScenarios: readonly Scenario[] = [
  {
    name: 'revoke',
    times: 2,
    title: 'status change of a session by the backend: revoked and valid in turn',
    needs: [],
    steps: ['status'],
    checked: 'every change acknowledged',
    prepare: async (world) => {
      const issued = await issueSessions(world);
      return prepared(
        revokeLoad(
          world.server,
          issued.map(({ session }) => session),
        ),
      );
    },
  },
  list('status-list', 'fetch of a status list, JWT', { accept: 'application/statuslist+jwt' }),
  list('status-list-cwt', 'fetch of a status list, CWT', { accept: 'application/statuslist+cwt' }),
  list('status-list-unchanged', 'fetch of a status list that has not changed (If-None-Match), JWT', {
    accept: 'application/statuslist+jwt',
    unchanged: true,
  }),
];

function list(name: string, title: string, request: ListRequest): Scenario {
  return {
    name,
    title,
    needs: [],
    steps: ['status list'],
    times: 10,
    checked: request.unchanged === true ? 'every response is 304' : 'every response is 200',
    prepare: async (world) => {
      const [issued] = await issueSessions({ ...world, wallets: 1 });
      if (issued === undefined) throw new Error('No credential was issued');
      return prepared(await listLoad(world.server, listOf(issued.credential), request));
    },
  };
}

interface IssuedSession {
  readonly session: string;
  readonly credential: string;
}

/** One credential for each wallet. */
async function issueSessions({ server, wallets, pid, pace }: World): Promise<readonly IssuedSession[]> {
  const keys = { holder: newWalletKey() };
  const load: Load<Step, IssuedSession> = {
    server,
    steps: STEPS,
    flow: async (call) => {
      const context = { ...siteOf(server), call, keys, configuration: pid };
      const { session, credentials } = await receivePreAuthorized(context);
      return { session, credential: credentials[0] ?? '' };
    },
  };
  return (await measure(load, wallets, 8, pace)).outcomes;
}
