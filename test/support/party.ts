/** A registrar and an authority that certify an intermediary and the party that it acts for. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createAccessAuthority,
  createRegistrar,
  DAY,
  PARTY,
  statusList,
  subjectWith,
  TENANT_KEY,
} from '@countersign/european-trust/test/registration/registrar';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import type { ServerOfA } from './flows.ts';
import { type holdPid, makeFetchedRequest } from './presentation.ts';

/** The intermediary: its identifier and name occur in certificates only. */
export const BROKER = { INTERMEDIARY_ID: 'NTRDE-HRB999', INTERMEDIARY_NAME: 'Canary-of-the-intermediary' } as const;

const CLAIMS = [{ path: ['given_name'] }];

export interface PartyAuthority {
  /** What the tenant needs, by the path below its folder. */
  files(server: { readonly url: string }, webhook: string): Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

export async function openPartyAuthority(clock: () => number): Promise<PartyAuthority> {
  const [registrar, access] = await Promise.all([createRegistrar(), createAccessAuthority()]);
  const listSigner = await registrar.signer();
  const seconds = (): number => Math.floor(clock() / 1000);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/statuslist+jwt' });
    response.end(statusList({ signer: listSigner, claims: { sub: uri(), iat: seconds(), ttl: 60 } }));
  });
  const uri = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const subject = subjectWith({ '2.5.4.97': BROKER.INTERMEDIARY_ID });
  const chain = (await access.certificate({ subject })).certificate.toString();
  return {
    files: async ({ url }, webhook) => {
      const credential = { format: 'dc+sd-jwt', meta: { vct_values: [`${url}/credentials/vct/pid`] } };
      const claims = {
        iat: seconds() - DAY,
        exp: seconds() + 300 * DAY,
        status: { status_list: { idx: 7, uri: uri() } },
        credentials: [{ ...credential, claim: CLAIMS }],
        intermediary: { sub: BROKER.INTERMEDIARY_ID, sname: BROKER.INTERMEDIARY_NAME },
        act: { sub: BROKER.INTERMEDIARY_ID },
      };
      return {
        'tenant.json': { actsFor: { sub: PARTY, eraseAfter: 1 } },
        'keys/request.key.pem': String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })),
        'keys/request.chain.pem': chain,
        'trust/registration-providers/registrar.pem': registrar.authority.certificate.toString(),
        'registration-certificates/r.jwt': await registrar.jwt({ claims }),
        'presentation/question.json': {
          dcql_query: { credentials: [{ id: 'pid', ...credential, claims: CLAIMS }] },
          registrationCert: { id: 'r', body: {} },
          retention: 'webhook',
          webhook,
        },
      };
    },
    close: () => void server.close(),
  };
}

/** A wallet presents its PID to the party. @returns the session, and the request as the wallet read it */
export async function presentToParty(server: ServerOfA, held: Awaited<ReturnType<typeof holdPid>>) {
  const { session, request } = await makeFetchedRequest(server);
  const token = vpTokenOf(present(held, request), request);
  const { status } = await post(request.response_uri, responseFields(request, token));
  return { session, request, status };
}
