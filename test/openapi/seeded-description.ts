/** The API description with working examples: ids of an offer, a request and a session that were created for it. */
import assert from 'node:assert/strict';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, parseJson } from '@countersign/shared/kernel/json';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { makeOffer, PRE_AUTHORIZED_FLOW, type ServerOfA } from '../support/flows.ts';
import { makeRequest } from '../support/presentation.ts';
import { CLIENT_SECRET, type TestServer } from '../support/server.ts';

export type Shape = 'a' | 'b';

/** A tenant's management with the paths of variant A, whatever its variant. */
function managed(server: TestServer, shape: Shape): ServerOfA {
  if (shape === 'a') return server;
  const paths: Readonly<Record<string, string>> = {
    '/vci/offer': '/issuer-management/offer',
    '/oid4vp': '/presentation-management/request',
  };
  return { url: `${server.url}/root`, a: (path, init) => server.b(paths[path] ?? path, init) };
}

interface Seeds {
  /** Whose credential was issued. */
  readonly session: string;
  /** Sessions without a wallet: one may be erased, the code of one may be redeemed. */
  readonly erasable: string;
  readonly offerId: string;
  readonly preAuthorizedCode: string;
  readonly requestReference: string;
}

async function seed(tenant: ServerOfA): Promise<Seeds> {
  const wallet = new Wallet({ issuer: tenant.url });
  const issued = await makeOffer(tenant, PRE_AUTHORIZED_FLOW);
  const { answer } = await wallet.receive(issued.uri);
  assert.equal(answer.status, 200, answer.text);
  const open = await makeOffer(tenant);
  const preAuthorized = await wallet.offer((await makeOffer(tenant, PRE_AUTHORIZED_FLOW)).uri);
  const request = await makeRequest(tenant, { requestId: 'name-check' });
  return {
    session: issued.session,
    erasable: (await makeOffer(tenant)).session,
    offerId: lastSegment(open.uri, 'credential_offer_uri'),
    preAuthorizedCode: codeOf(preAuthorized as unknown as JsonObject),
    requestReference: lastSegment(request.uri, 'request_uri'),
  };
}

function lastSegment(link: string, parameter: string): string {
  return new URL(link).searchParams.get(parameter)?.split('/').at(-1) ?? assert.fail(link);
}

function codeOf({ grants }: JsonObject): string {
  const grant = isObject(grants) ? grants['urn:ietf:params:oauth:grant-type:pre-authorized_code'] : undefined;
  return isObject(grant) ? String(grant['pre-authorized_code']) : assert.fail('no pre-authorized code');
}

/** Makes what the examples name, and the description with them. */
export async function seededDescription(server: TestServer, shape: Shape): Promise<JsonObject> {
  const seeds = await seed(managed(server, shape));
  const described = parseJson(await (await server.request('/openapi.json')).text()) as JsonObject;
  const paths = Object.entries(described.paths as JsonObject).map(([path, item]): [string, Json] => [
    path,
    withExamples(path, item as JsonObject, seeds),
  ]);
  const components = described.components as JsonObject;
  const schemas = withBodies(components.schemas as JsonObject, seeds);
  return { ...described, paths: Object.fromEntries(paths), components: { ...components, schemas } };
}

const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKey';

function withExamples(path: string, item: JsonObject, seeds: Seeds): JsonObject {
  const operations = Object.entries(item).map(([method, operation]): [string, Json] => {
    const { parameters, ...rest } = operation as JsonObject;
    if (!Array.isArray(parameters)) return [method, rest];
    // Random values would repeat: a key that belongs to a different call is refused, which no schema can express.
    const free = (parameters as readonly JsonObject[]).filter(({ $ref }) => $ref !== IDEMPOTENCY_KEY);
    const seeded = free.map((parameter) => {
      const example =
        parameter.in === 'path' ? exampleOf(String(parameter.name), `${method} ${path}`, seeds) : undefined;
      return example === undefined ? parameter : { ...parameter, example };
    });
    return [method, { ...rest, parameters: seeded }];
  });
  return Object.fromEntries(operations);
}

function exampleOf(name: string, operation: string, seeds: Seeds): string | number | undefined {
  switch (name) {
    case 'tenantId':
      return 'root';
    case 'sessionId':
      return operation.startsWith('delete') ? seeds.erasable : seeds.session;
    case 'session':
      return operation.includes('oid4vp') ? seeds.requestReference : seeds.session;
    case 'requestId':
      return 'name-check';
    case 'offerId':
      return seeds.offerId;
    case 'id':
      // The examples of deletions are the examples that the bodies have stored.
      if (!operation.startsWith('delete')) return 'pid';
      return operation.includes('presentation') ? 'booking-name' : 'staff-card';
    case 'file':
      return 'authority.svg';
    case 'purpose':
      return 'credential';
    case 'n':
      return 1;
    default:
      return undefined;
  }
}

/** Bodies whose examples contain ids. */
function withBodies(schemas: JsonObject, seeds: Seeds): JsonObject {
  const changed: Readonly<Record<string, JsonObject>> = {
    StatusUpdate: { sessionId: seeds.session },
    TokenRequest: { client_secret: CLIENT_SECRET },
    AccessTokenRequest: { 'pre-authorized_code': seeds.preAuthorizedCode },
  };
  const seeded = Object.entries(changed).map(([name, members]): [string, Json] => {
    const schema = schemas[name] as JsonObject;
    return [name, { ...schema, example: { ...(schema.example as JsonObject), ...members } }];
  });
  return { ...schemas, ...Object.fromEntries(seeded) };
}
