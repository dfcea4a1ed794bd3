/** A request for every row of the route table, created from the row: a new route needs no new test. */
import { exampleOf } from '@countersign/shared/http/schema-parts';
import { hostedEntitySchema, hostedListSchema } from '@countersign/shared/messages/hosted-list';
import { schemeImportSchema } from '@countersign/shared/messages/scheme-import';
import type { Route } from '../src/routes/route.ts';
import { allPaths, type PathOwner } from '../src/routes/routes.ts';
import { trustListBytesSchema } from '../src/schemas/trust-list-schemas.ts';

export interface Sample {
  readonly route: Route;
  readonly owner: PathOwner;
  readonly path: string;
  readonly pattern: string;
  readonly init: RequestInit;
}

const values: Readonly<Record<string, string>> = {
  tenantId: 'root',
  id: 'pid',
  tenant: 'acme',
  clientId: 'backend',
  sessionId: 'S'.repeat(43),
  session: 'S'.repeat(43),
  offerId: 'o'.repeat(64),
  reference: 'r'.repeat(64),
  requestId: 'pid',
  deliveryId: 'd-1',
  n: '2',
  list: 'agencies',
  entity: 'ministry',
  number: '1',
  purpose: 'request',
  file: 'logo.png',
};

const bodies: Readonly<Record<string, unknown>> = {
  'issuer.offer.create': { response_type: 'uri', credentialConfigurationIds: ['pid'] },
  'issuer.configuration.put': {
    id: 'pid',
    config: {},
    claims: {},
    disclosureFrame: {},
    schema: { properties: {}, required: [] },
  },
  'verifier.request.create': { response_type: 'uri', requestId: 'pid' },
  'verifier.configuration.put': { id: 'pid', dcql_query: {}, registrationCert: { id: 'r', body: {} } },
  'issuer.sign-in.put': { issuer: 'https://login.example', clientId: 'countersign' },
  'issuer.key-set.begin': { commonName: 'Example Shop' },
  'issuer.key-set.install': { pem: '-----BEGIN CERTIFICATE-----' },
  'issuer.trust.put': { id: 'authority', pem: '-----BEGIN CERTIFICATE-----' },
  'issuer.trust-list.put': { id: 'pid', pem: '-----BEGIN', url: 'https://l.example', list: 'pid-providers' },
  'issuer.trust-list.load': exampleOf(trustListBytesSchema),
  'issuer.hosted-list.put': exampleOf(hostedListSchema),
  'issuer.hosted-list.entity.put': exampleOf(hostedEntitySchema),
  'verifier.registration.put': { id: 'age-check', jwt: 'a.b.c' },
  'issuer.display.put': { entries: [{ name: 'Library' }] },
  'issuer.image.put': { file: 'logo.png', data: 'AAAA' },
  'issuer.wallets.put': { public_clients: false },
  'gateway.login-client.put': {
    id: 'shop',
    name: 'Shop',
    redirect_uris: ['https://shop.example/callback'],
    client_secret: 'c'.repeat(32),
    presentation: 'pid',
    claims: { given_name: ['given_name'] },
    subject: { kind: 'transient' },
  },
  'gateway.tenant.create': { id: 'acme' },
  'gateway.client.create': {},
  'gateway.client.change': {},
  'gateway.client.rotate': {},
  'dispatcher.replay-many': { ids: ['d-1'] },
  'gateway.configurations.import': { version: 1 },
  'gateway.bundle.plan': { bundle: { $schema: 'bundle.json', version: 1, name: 'museum', generation: 1 } },
  'gateway.bundle.apply': {
    bundle: { $schema: 'bundle.json', version: 1, name: 'museum', generation: 1 },
    fingerprint: 'f',
  },
  'issuer.scheme.plan': exampleOf(schemeImportSchema),
  'issuer.scheme.import': exampleOf(schemeImportSchema),
  'gateway.webhook.test': { kind: 'presentation', configurationId: 'pid' },
  'dispatcher.secret.rotate': { overlap: 0 },
  'status.update': { sessionId: 's', status: 1 },
};

/** Query parameters that a route requires. */
const queries: Readonly<Record<string, string>> = {
  'gateway.trace.unmatched': '?unmatched=true',
  'dispatcher.delivery.list': '?state=dead',
  'gateway.search': '?q=order-1',
  'issuer.hosted-list.close': '?revision=1',
  'issuer.hosted-list.entity.delete': '?revision=1',
};

/** Every path of the table as a valid request without a credential. */
export function samples(): readonly Sample[] {
  return allPaths().map(({ route, owner, path }) => ({
    route,
    owner,
    pattern: path,
    path:
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `no-sample-for-${name}`) +
      (queries[route.operation] ?? ''),
    init: { method: route.method, ...bodyOf(route) },
  }));
}

export function managementSamples(): readonly Sample[] {
  return samples().filter(({ route }) => route.auth === 'management');
}

function bodyOf(route: Route): RequestInit {
  if (route.method !== 'POST' || !route.accepts.includes('json')) return {};
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(bodies[route.operation] ?? {}) };
}
