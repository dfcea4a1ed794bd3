/** A verifier with an embedded store, its own clock, and a configuration `question` that requests a name. */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { createKnownKeys } from '@countersign/shared/crypto/known-keys';
import { createRequirements } from '@countersign/shared/flow-config/tenant-profile';
import { type OperationReply, type OperationRequest, operationNamed } from '@countersign/shared/http/message';
import type { Outbound } from '@countersign/shared/http/outbound';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { createVerifier } from '../src/verifier.ts';
import { NOW, VCT } from './presentation/presentations.ts';

export const PUBLIC_URL = 'https://verifier.example';

const question = {
  dcql_query: {
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, claims: [{ path: ['given_name'] }] }],
  },
  registrationCert: { id: 'r', body: {} },
};

/** The members of a request object that a wallet needs. */
export interface FetchedRequest {
  readonly client_id: string;
  readonly nonce: string;
  readonly state: string;
  readonly client_metadata: { readonly jwks?: { readonly keys: readonly { readonly kid: string }[] } };
}

export interface World {
  now: number;
  readonly platform: Platform;
  readonly service: Service;
  readonly configFolder: string;
  call(operation: string, request?: Partial<OperationRequest>): Promise<OperationReply>;
  /** Creates a request and fetches its request object. */
  ask(body?: JsonObject): Promise<{ readonly session: string; readonly request: FetchedRequest }>;
  stored(session: string): Promise<SessionDocument>;
}

/** Creates a world, which is removed after the test. */
export async function openVerifier(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
  outbound?: Outbound,
): Promise<World> {
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  mkdirSync(join(configFolder, 'presentation'));
  writeFileSync(join(configFolder, 'presentation', 'question.json'), JSON.stringify(question));
  const { settings } = readSettings({ PUBLIC_URL, CONFIG_FOLDER: configFolder, ...env });
  let now = NOW;
  const clock = (): number => now;
  const common = { store, clock, log: silentLog, random: systemRandom };
  const vaults = createVaults({ ...common, masterKey: Buffer.alloc(32, 1) });
  const platform: Platform = {
    ...common,
    metrics: noMetrics,
    settings,
    vaults,
    keys: createKeyRing({ ...common, vaults, publicUrl: PUBLIC_URL, configFolder }),
    cache: createInProcessCache({ clock }),
    requirementsOf: createRequirements({ settings, log: silentLog }),
    knownKeys: createKnownKeys(),
    lastingReplayCache: createInProcessCache({ clock }),
    call: async (operation) => {
      throw new Error(`Nothing here answers ${operation}`);
    },
    wakeRelay: () => undefined,
    wakeEntryRelay: () => undefined,
  };
  const service = createVerifier(platform, outbound);
  const call: World['call'] = async (operation, request = {}) => {
    const found = operationNamed(service.operations, operation);
    assert.ok(found !== undefined, operation);
    const defaults = { id: 'r', tenant: 'default', method: 'GET', url: PUBLIC_URL, params: {}, query: {}, headers: {} };
    return found({ ...defaults, body: undefined, encoding: 'none', ...request });
  };
  return {
    get now() {
      return now;
    },
    set now(time) {
      now = time;
    },
    platform,
    service,
    configFolder,
    call,
    ask: async (body = {}) => {
      const asked = { response_type: 'uri', requestId: 'question', ...body };
      const reply = await call('verifier.request.create', { method: 'POST', encoding: 'json', body: asked });
      const { session, link } = reply.body as { session: string; link: string };
      const uri = new URL(link).searchParams.get('request_uri') ?? '';
      const params = { requestId: 'question', session: uri.slice(uri.lastIndexOf('/') + 1) };
      const { raw } = await call('verifier.request.get', { params });
      const payload = String(raw).split('.')[1] ?? '';
      return { session, request: JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as FetchedRequest };
    },
    stored: async (session) => {
      const document = await store.get(sessions, session);
      assert.ok(document !== undefined);
      return document;
    },
  };
}
