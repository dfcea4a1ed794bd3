/** Servers in the process over HTTP: what an outbound request would receive. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Outbound } from '@countersign/shared/http/outbound';

/** Passes a request on to a server in the process. @param url original address */
export async function passOn(outbound: Outbound, url: string, { request, response }: Exchange): Promise<void> {
  const { authorization } = request.headers;
  const body = await bodyOf(request);
  const answer = await outbound.request({
    url,
    method: methodOf(request.method),
    headers: authorization === undefined ? {} : { authorization },
    ...(body.length === 0 ? {} : { body: body.toString('utf8') }),
    maxBytes: 1024 * 1024,
    timeout: 5000,
  });
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function methodOf(method: string | undefined): 'GET' | 'POST' | 'PUT' {
  return method === 'POST' || method === 'PUT' ? method : 'GET';
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
