/** The European list of trusted lists at a host, with pivots and a country, and a replica that follows it, for tests. */
import type { TestContext } from 'node:test';
import type { OutboundResponse } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { listId } from '../../src/refresh/loaded-lists.ts';
import { listContent, type PointerParts, pointer, provider, service } from '../xml-lists/list-content.ts';
import { base64Of, ISSUED, makeSigner, signedList } from '../xml-lists/made-list.ts';
import { configured, hostOf, replicaOf, TENANT } from './list-server.ts';

export const HOST = 'https://lists.example';
export const [LOTL, DE, OTHER] = [`${HOST}/lotl.xml`, 'https://de.example/tsl.xml', 'https://at.example/tsl.xml'];
export const JOURNAL = 'https://journal.example/2019';
export const pivot = (number: number): string => `${HOST}/pivot-${number}.xml`;

export const [first, second, third, stranger] = [
  await makeSigner('First'),
  await makeSigner('Second'),
  await makeSigner('Third'),
  await makeSigner('Stranger'),
];
export const [german, germanNext, attestations] = [
  await makeSigner('German'),
  await makeSigner('German next'),
  await makeSigner('Attestations'),
];

type Signer = typeof first;

interface Lotl {
  readonly signers: readonly Signer[];
  readonly by: Signer;
  readonly sequence?: string;
  readonly version?: string;
  readonly uris?: readonly string[];
  readonly countries?: readonly PointerParts[];
  readonly at?: string;
  readonly next?: string;
}

export const germany = (...signers: readonly Signer[]): PointerParts => {
  return { location: DE, territory: 'DE', certificates: signers.map(base64Of) };
};

/** Signers changed from the first to the second to the third. */
export const URIS = [pivot(2), pivot(1), JOURNAL, `${HOST}/about.html`];

export function lotl({ signers, by, uris = URIS, countries = [germany(german)], at = LOTL, ...change }: Lotl): Buffer {
  const own = { location: at, territory: 'EU', type: 'EUlistofthelists', certificates: signers.map(base64Of) };
  const { sequence = '12', version = '6', next } = change;
  const content = listContent({
    type: 'EUlistofthelists',
    territory: 'EU',
    sequence,
    version,
    uris,
    pointers: [own, ...countries].map(pointer).join(''),
    ...(next === undefined ? {} : { next: `<dateTime>${next}</dateTime>` }),
  });
  return signedList(content, by);
}

export const national = (
  sequence: string,
  by: Signer,
  change: Partial<Parameters<typeof listContent>[0]> = {},
): Buffer =>
  signedList(
    listContent({ sequence, providers: provider([service({ certificates: [base64Of(attestations)] })]), ...change }),
    by,
  );

export const files = (): Map<string, Buffer> =>
  new Map([
    [LOTL, lotl({ signers: [third], by: third })],
    // From before the current version of lists.
    [pivot(2), lotl({ signers: [second, third], by: second, sequence: '11', version: '5' })],
    [pivot(1), lotl({ signers: [first, second], by: first, sequence: '10', version: '5' })],
    [DE, national('5', german)],
  ]);

export const written = {
  url: LOTL,
  list: 'list-of-trusted-lists',
  journal: JOURNAL,
  vct: ['urn:a'],
  territories: ['DE', 'AT'],
};

export async function started(t: TestContext, served = files(), description: object = written) {
  const store = await temporaryStore(t);
  const folder = await configured(t, { description, pem: first.certificate.toString() });
  const clock = { now: ISSUED + 60_000 };
  const host = hostOf(() => ({}));
  const outbound = {
    request: async (request: Parameters<typeof host.outbound.request>[0]): Promise<OutboundResponse> => {
      host.asked.push(request);
      const body = served.get(request.url);
      if (body === undefined) throw new OutboundError('timeout');
      return { status: 200, headers: {}, body };
    },
  };
  const replica = replicaOf({ store, folder, clock, outbound });
  const document = async (url: string) => ofTenant(store, TENANT).get(trustLists, listId(TENANT, url));
  const later = async (milliseconds = 5 * 3_600_000): Promise<void> => {
    clock.now += milliseconds;
    await replica.run();
    clock.now += 1000;
  };
  /** The list of lists is known after the first run, the national lists after the second. */
  const twice = async (): Promise<void> => {
    await later();
    await later(10_000);
  };
  const inForce = async () =>
    (await replica.lists.inForce(TENANT)).map(({ from, list }) => [from.source.id, list.sequenceNumber]);
  return { store, folder, clock, served, host, outbound, replica, document, later, twice, inForce };
}
