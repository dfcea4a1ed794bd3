/** The flows whose work is counted, by their name in `work.json`. */
import type { WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { setStatus } from '../support/flows.ts';
import type { CountingServer } from '../support/work/counting-server.ts';
import type { Flow } from '../support/work/measure.ts';
import { attestedIssuance, type IssuanceOptions, issuance, renewal } from './issuance-flows.ts';
import { presentation, presentationDuringIssuance } from './presentation-flows.ts';
import { fetchStatusList } from './status-flows.ts';

/** Prepares what all runs need. */
export type PrepareFlow = (server: CountingServer) => Promise<Flow>;

/** Flows of tenants without a profile. */
export const openFlows: Readonly<Record<string, PrepareFlow>> = {
  'issuance, pre-authorized': issuing({}),
  'issuance, authorization code': issuing({ byCode: true }),
  'issuance, DPoP': issuing({ dpop: true }),
  'issuance, mdoc': issuing({ id: 'pid-mdoc' }),
  'renewal with a refresh token': renewing,
  'presentation, direct_post.jwt': presenting('pid', { response_mode: 'direct_post.jwt' }),
  'presentation, direct_post': presenting('pid', { response_mode: 'direct_post' }),
  'presentation, mdoc': presenting('pid-mdoc', { response_mode: 'direct_post.jwt', requestId: 'mdoc' }),
  'presentation during issuance': presentingDuringIssuance,
  'status list': readingStatus,
  'status list after a revocation': readingChangedStatus,
  revocation: revoking,
};

const totals: readonly string[] = ['HTTP requests answered', 'HTTP requests made', 'bus messages', 'store commits'];

/**
 * Between the five services, and between them and the engines, starting with the service's name. Work within a service
 * is counted in one process.
 */
export function isServicesFigure(figure: string): boolean {
  return totals.includes(figure) || figure.includes(': ');
}

/** Flows that are counted in five services too. */
export const servicesFlows: readonly string[] = [
  'issuance, pre-authorized',
  'presentation, direct_post.jwt',
  'presentation during issuance',
  'status list',
  'revocation',
];

/** The name of a flow in `work.json` when it is counted in five services. */
export function inServices(flow: string): string {
  return `five services: ${flow}`;
}

/** The flow of a tenant with the profile `haip`. */
export function attestedFlow(server: CountingServer, provider: WalletProvider): Flow {
  return always(() => attestedIssuance(server, provider));
}

/** A flow whose runs need no preparation. */
function always(run: () => Promise<unknown>): Flow {
  return async () => run;
}

function issuing(options: IssuanceOptions): PrepareFlow {
  return async (server) => always(() => issuance(server, options));
}

async function renewing(server: CountingServer): Promise<Flow> {
  return async () => {
    const received = await issuance(server, { id: 'card', dpop: true });
    return () => renewal(received, 'card');
  };
}

function presenting(id: string, body: object): PrepareFlow {
  return async (server) => {
    const { held } = await issuance(server, { id });
    return always(() => presentation(server, held, body));
  };
}

async function presentingDuringIssuance(server: CountingServer): Promise<Flow> {
  const { held } = await issuance(server, {});
  return always(() => presentationDuringIssuance(server, held, 'member'));
}

async function revoking(server: CountingServer): Promise<Flow> {
  return async () => {
    const { session } = await issuance(server, {});
    return () => setStatus(server, session, 1);
  };
}

async function readingStatus(server: CountingServer): Promise<Flow> {
  const { held } = await issuance(server, {});
  return always(() => fetchStatusList(server, held));
}

async function readingChangedStatus(server: CountingServer): Promise<Flow> {
  const { session, held } = await issuance(server, {});
  // An entry keeps its last eight changes, and a reader reads the entries of the last 32 changes of the list.
  for (let change = 0; change < 10; change += 1) await setStatus(server, session, change % 2 === 0 ? 1 : 0);
  return async () => {
    await setStatus(server, session, 0);
    await fetchStatusList(server, held);
    await setStatus(server, session, 1);
    return () => fetchStatusList(server, held);
  };
}
