/**
 * A registrar with its register, an authority for access certificates with ACME, and an operator of two lists, on
 * loopback: for trying out profile `eu` on one machine. They certify anybody, and their test keys are public.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMockAuthority } from '@countersign/european-trust/test/acme/mock-authority';
import { requestedCertificate } from '@countersign/european-trust/test/acme/requested-certificate';
import { createMockRegistrar, TOKEN } from '@countersign/european-trust/test/registrar/mock-registrar';
import {
  type MadeCertificate,
  makeTestAuthority,
} from '@countersign/european-trust/test/registration/made-certificates';
import { createRegistrar, statusList } from '@countersign/european-trust/test/registration/registrar';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { publishedLists } from './published-lists.ts';
import { certifiedClaims } from './registered-uses.ts';
import { bodyOf, type Exchange, passOn } from './served-parts.ts';

const DAY = 86_400_000;

export interface ScriptedAuthority {
  readonly url: string;
  /** For the `Authorization` of writes to the register. */
  readonly token: string;
  /** Certificates of the authorities in PEM, by the name of their file. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether every registration certificate is revoked. */
  isRevoked: boolean;
  close(): Promise<void>;
}

export interface AuthorityOptions {
  /** 0: a free one. */
  readonly port: number;
  /** Milliseconds. */
  readonly clock: () => number;
  /** Of the certificates that it issues, milliseconds. Default: a year. */
  readonly life?: number;
}

type Answer = (exchange: Exchange, path: string) => Promise<void>;

export async function openScriptedAuthority({ port, clock, life }: AuthorityOptions): Promise<ScriptedAuthority> {
  const begun = clock();
  const validity = { notBefore: begun - DAY, notAfter: begun + 3650 * DAY };
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', url()).pathname, { request, response }).catch((error: unknown) => {
      response.writeHead(500).end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const providers = await makeTestAuthority('PID providers', validity);
  const lists = await publishedLists(providers, clock);
  const access = await accessAuthority(url(), { clock, validity, life });
  const state = { isRevoked: false };
  const register = await registerOf(`${url()}/registrar`, { clock, validity, isRevoked: () => state.isRevoked });
  const routes: readonly (readonly [prefix: string, answer: Answer])[] = [
    ['/acme/', access.acme],
    ['/certificates/access', certify(access.issuer, { clock, isAccess: true })],
    ['/certificates/pid', certify(providers, { clock, isAccess: false })],
    ['/registrar/', register.answer],
    ['/lists/pid-providers.jwt', async ({ response }) => void response.end(lists.json())],
    ['/lists/national.xml', async ({ response }) => void response.end(lists.xml())],
  ];
  const answer = async (path: string, exchange: Exchange): Promise<void> => {
    const found = routes.find(([prefix]) => path.startsWith(prefix));
    if (found === undefined) exchange.response.writeHead(404).end();
    else await found[1](exchange, path);
  };
  const files = {
    'access-authority.pem': access.issuer.certificate.toString(),
    'registrar.pem': register.certificate,
    'pid-list.pem': lists.signers.json,
    'national-list.pem': lists.signers.xml,
  };
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((done) => server.close(() => done()));
  };
  return Object.assign(state, { url: url(), token: TOKEN, files, close });
}

interface Timed {
  readonly clock: () => number;
}

interface Valid extends Timed {
  readonly validity: { readonly notBefore: number; readonly notAfter: number };
}

/** Its accounts are authorized for every party: there is no challenge. */
async function accessAuthority(url: string, { clock, validity, life }: Valid & { readonly life: number | undefined }) {
  const host = `${url}/acme`;
  const issue = (request: Buffer, issuer: MadeCertificate) =>
    requestedCertificate(request, { issuer, ...lifeFrom(clock(), life), isAccess: true });
  const mock = await createMockAuthority({ host, validity, preauthorized: true, issue });
  const acme: Answer = (exchange, path) => passOn(mock.outbound, `${url}${path}`, exchange);
  return { acme, issuer: mock.issuer };
}

/**
 * @param life milliseconds; a certificate with a short lifetime starts now, so that it is not immediately due for
 *   renewal
 */
function lifeFrom(now: number, life?: number): { readonly notBefore: number; readonly notAfter: number } {
  if (life !== undefined) return { notBefore: now, notAfter: now + life };
  return { notBefore: now - 3_600_000, notAfter: now + 365 * DAY };
}

/** Answers a certificate request in PEM with the certificate. */
function certify(issuer: MadeCertificate, { clock, isAccess }: Timed & { readonly isAccess: boolean }): Answer {
  return async ({ request, response }) => {
    const asked = (await bodyOf(request)).toString('utf8');
    const certificate = await requestedCertificate(asked, { issuer, ...lifeFrom(clock()), isAccess });
    response.writeHead(201, { 'content-type': 'application/pem-certificate-chain' }).end(certificate.toString());
  };
}

/** The register, and the status list of its registration certificates. */
async function registerOf(url: string, { clock, validity, isRevoked }: Valid & { readonly isRevoked: () => boolean }) {
  const seconds = (): number => Math.floor(clock() / 1000);
  const registrar = await createRegistrar('registrar', validity);
  const list = `${url}/status`;
  const issue = async (request: JsonObject, party: JsonObject | undefined): Promise<string | undefined> => {
    const claims = party && certifiedClaims({ request, party }, { now: seconds(), statusList: list });
    return claims && registrar.jwt({ claims, header: { iat: seconds() } });
  };
  const mock = await createMockRegistrar({ url, registrar, seconds, issue });
  const signer = await registrar.signer();
  const answer: Answer = async (exchange, path) => {
    if (path !== '/registrar/status') return passOn(mock.outbound, urlOf(exchange, url), exchange);
    const claims = { sub: list, iat: seconds(), ttl: 60 };
    exchange.response.writeHead(200, { 'content-type': 'application/statuslist+jwt' });
    exchange.response.end(statusList({ signer, revoked: isRevoked() ? [7] : [], claims }));
  };
  return { answer, certificate: registrar.authority.certificate.toString() };
}

function urlOf({ request }: Exchange, base: string): string {
  return new URL(request.url ?? '', base).href;
}
