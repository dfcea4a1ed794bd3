/**
 * A registrar, an access certificate authority and an operator of lists in one, for trying out: they certify a tenant
 * without any check, and serve the status of its registration certificates and a list of PID providers on loopback.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import {
  entityOf,
  listContent,
  makeSigner,
  serviceOf,
  signedList,
  time,
} from '@countersign/european-trust/test/lists/made-lists';
import { makeTestAuthority } from '@countersign/european-trust/test/registration/made-certificates';
import {
  createAccessAuthority,
  createRegistrar,
  DAY,
  ENTITLEMENT,
  statusList,
  TENANT_KEY,
  VALIDITY,
} from '@countersign/european-trust/test/registration/registrar';
import { createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';

const PID = { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } };
const MDOC = { format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } };
const CLAIMS = [{ path: ['given_name'] }];

/** The question that the tenant is registered for. */
const NAME_CHECK = {
  dcql_query: { credentials: [{ id: 'pid', ...PID, claims: CLAIMS }] },
  registrationCert: {
    id: 'name-check',
    body: { purpose: [{ locale: 'en', name: 'Check of a name' }], privacy_policy: 'https://shop.example/privacy' },
  },
};

export interface EuropeanAuthority {
  readonly url: string;
  /** What the tenant needs, by the path below its folder. The keys are for tests: never for production. */
  readonly files: Readonly<Record<string, string>>;
  /** Revoked entries in the status list: 7 is the tenant's. */
  revoked: readonly number[];
  close(): void;
}

/** @param clock milliseconds */
export async function openEuropeanAuthority({
  port = 0,
  clock,
}: {
  readonly port?: number;
  readonly clock: () => number;
}): Promise<EuropeanAuthority> {
  const [registrar, access] = await Promise.all([createRegistrar(), createAccessAuthority()]);
  const [operator, provider] = await Promise.all([makeSigner(), makeTestAuthority('PID CA', VALIDITY)]);
  const listSigner = await registrar.signer();
  const made = { revoked: [] as readonly number[] };
  const seconds = (): number => Math.floor(clock() / 1000);
  const server = createServer((request, response) => {
    if (request.url === '/pid-providers.jwt') {
      response.end(listOf());
      return;
    }
    const sub = `${url()}/status`;
    response.writeHead(200, { 'content-type': 'application/statuslist+jwt' });
    response.end(statusList({ signer: listSigner, revoked: made.revoked, claims: { sub, iat: seconds(), ttl: 60 } }));
  });
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listOf = (): Buffer => {
    const services = [serviceOf({ type: 'PID/Issuance', certificates: [provider.certificate] })];
    const scheme = {
      LoTESequenceNumber: 1,
      ListIssueDateTime: time(seconds() * 1000),
      NextUpdate: time((seconds() + 90 * DAY) * 1000),
    };
    const entities = [entityOf('Ministry', 'PID', services)];
    return signedList(listContent({ entities, scheme, successors: [operator.certificate] }), { signer: operator });
  };
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const registered = (claims: object): Promise<string> => {
    const status = { status_list: { idx: 7, uri: `${url()}/status` } };
    return registrar.jwt({ claims: { iat: seconds() - DAY, exp: seconds() + 300 * DAY, status, ...claims } });
  };
  const chain = (await access.certificate()).certificate.toString();
  const key = String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  const files = {
    'tenant.json': json({ profile: 'eu', country: 'DE', registration: { issuer: 'pid-issuer' } }),
    ...Object.fromEntries(
      ['request', 'metadata'].flatMap((use) => [
        [`keys/${use}.key.pem`, key],
        [`keys/${use}.chain.pem`, chain],
      ]),
    ),
    'trust/access-authorities/authority.pem': access.authority.certificate.toString(),
    'trust/registration-providers/registrar.pem': registrar.authority.certificate.toString(),
    'trust/wallet-providers/provider.pem': (await createWalletProvider()).caPem,
    'trust/lists/pid.json': json({ url: `${url()}/pid-providers.jwt`, list: 'pid-providers' }),
    'trust/lists/pid.pem': operator.certificate.toString(),
    'registration-certificates/name-check.jwt': await registered({ credentials: [{ ...PID, claim: CLAIMS }] }),
    'registration-certificates/pid-issuer.jwt': await registered({
      entitlements: [`${ENTITLEMENT}PID_Provider`],
      credentials: undefined,
      provides_attestations: [PID, MDOC],
    }),
    'presentation/name-check.json': json(NAME_CHECK),
  };
  return Object.assign(made, { url: url(), files, close: () => void server.close() });
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
