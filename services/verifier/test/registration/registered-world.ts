/** A verifier whose tenant has profile `eu`, an access certificate, a trusted registrar and a registration certificate `r`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  type CertificateChange,
  createAccessAuthority,
  createRegistrar,
  NOW,
  STATUS_URI,
  statusList,
  TENANT_KEY,
} from '@countersign/european-trust/test/registration/registrar';
import type { OutboundResponse } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { openVerifier, type World } from '../world.ts';

export const registrar = await createRegistrar();
export const accessAuthority = await createAccessAuthority();
const listSigner = await registrar.signer();
export const access = await accessAuthority.certificate();

export const ALLOWED = {
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claim: [{ path: ['given_name'] }],
};

/** A certificate that covers the world's configuration `question`. */
export function registered(change: CertificateChange = {}): Promise<string> {
  return registrar.jwt({ ...change, claims: { credentials: [ALLOWED], ...change.claims } });
}

export interface RegisteredWorld extends World {
  /**
   * Revoked entries in the registrar's status list; `away`: the list cannot be fetched; `silent`: no response arrives.
   */
  status: readonly number[] | 'away' | 'silent';
  /** How often the list was requested. */
  readonly statusRequests: number;
  /** The certificate `r` as first stored. */
  readonly jwt: string;
  write(file: string, content: string | Buffer | JsonObject): void;
  create(body?: JsonObject): Promise<Json | undefined>;
}

/** @param other responses of all hosts but the registrar's */
export async function openRegistered(
  t: TestContext,
  tenant: JsonObject = { profile: 'eu' },
  other: (url: string) => Promise<OutboundResponse> = async () => {
    throw new OutboundError('refused');
  },
  environment: Readonly<Record<string, string>> = {},
): Promise<RegisteredWorld> {
  let status: RegisteredWorld['status'] = [];
  let statusRequests = 0;
  const world = await openVerifier(t, environment, {
    request: async ({ url }) => {
      if (url !== STATUS_URI) return other(url);
      statusRequests += 1;
      if (status === 'silent') return new Promise<never>(() => undefined);
      if (status === 'away') throw new OutboundError('refused');
      const body = Buffer.from(statusList({ signer: listSigner, revoked: status, claims: { ttl: 60 } }));
      return { status: 200, headers: { 'content-type': 'application/statuslist+jwt' }, body };
    },
  });
  world.now = NOW;
  const write: RegisteredWorld['write'] = (file, content) => {
    const path = join(world.configFolder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  };
  write('tenant.json', tenant);
  write('keys/request.key.pem', String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })));
  write('keys/request.chain.pem', access.certificate.toString());
  write('trust/registration-providers/registrar.pem', registrar.authority.certificate.toString());
  write('trust/registration-status/registrar.pem', registrar.revocation.certificate.toString());
  const jwt = await registered();
  write('registration-certificates/r.jwt', jwt);
  const asked = { response_type: 'uri', requestId: 'question', crossDevice: true };
  const create: RegisteredWorld['create'] = async (body = {}) => {
    const call = { method: 'POST', encoding: 'json', body: { ...asked, ...body } } as const;
    return (await world.call('verifier.request.create', call)).body;
  };
  return Object.defineProperties({ ...world, jwt, write, create } as RegisteredWorld, {
    now: { get: () => world.now, set: (time: number) => (world.now = time) },
    statusRequests: { get: () => statusRequests },
    status: {
      get: () => status,
      set: (value: RegisteredWorld['status']) => {
        status = value;
      },
    },
  });
}
