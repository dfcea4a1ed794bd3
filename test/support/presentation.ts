/** Common first steps of presentation tests: a configuration, a held credential, a request. */
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { fetchRequest, type HeldCredential, type PresentationRequest } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { makeOffer, PRE_AUTHORIZED_FLOW, type ServerOfA } from './flows.ts';

/** Requests the name of the sample PID. */
export const pidQuestion = {
  dcql_query: {
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] },
        claims: [{ path: ['given_name'] }],
      },
    ],
  },
  registrationCert: {
    id: 'registration',
    body: {
      purpose: [{ locale: 'en', name: 'Checking the identity' }],
      privacy_policy: 'https://issuer.example/privacy',
    },
  },
};

export interface MadeRequest {
  readonly uri: string;
  readonly session: string;
}

/** A presentation request of variant A for the configuration `question`. */
export async function makeRequest(server: ServerOfA, body: object = {}): Promise<MadeRequest> {
  const request = { response_type: 'uri', requestId: 'question', ...body };
  const answer = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(request) }));
  assert.equal(answer.status, 201, answer.text);
  return answer.json as MadeRequest;
}

export interface FetchedRequest extends MadeRequest {
  readonly request: PresentationRequest;
}

/** `makeRequest`, fetched by a wallet. */
export async function makeFetchedRequest(server: ServerOfA, body: object = {}): Promise<FetchedRequest> {
  const made = await makeRequest(server, body);
  return { ...made, request: await fetchRequest(made.uri) };
}

/** A PID of variant A in the hands of a wallet. */
export async function holdPid(server: ServerOfA): Promise<HeldCredential> {
  const made = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  const { answer, key } = await new Wallet({ issuer: server.url }).receive(made.uri);
  assert.equal(answer.status, 200, answer.text);
  return { credential: answer.json.credentials[0].credential, key };
}

export interface Backend {
  readonly url: string;
  /** The webhooks that arrived. */
  readonly got: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** Resolves when `count` have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A backend that receives webhooks. */
export async function openBackend(): Promise<Backend> {
  const got: Backend['got'] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(204).end();
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    arrived: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (got.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
