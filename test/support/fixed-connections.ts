/** Connections that stay open and carry one request at a time: the connection determines the server process. */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface FixedConnections {
  /** A `fetch` whose requests all go over this connection, from 0; redirects are not followed. */
  of(connection: number): typeof fetch;
  close(): void;
}

export function openFixedConnections(count: number): FixedConnections {
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  return {
    of:
      (connection) =>
      async (input, init = {}) => {
        const agent = agents[connection % count];
        const given = new Request(input instanceof Request ? input : String(input), init);
        const body = Buffer.from(await given.arrayBuffer());
        const headers = Object.fromEntries(given.headers);
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          request(given.url, { method: given.method, headers, ...(agent && { agent }) }, resolve)
            .once('error', (cause) => reject(new TypeError('fetch failed', { cause })))
            .end(body);
        });
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const fields = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        const status = answer.statusCode ?? 0;
        return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), {
          status,
          headers: fields,
        });
      },
    close: () => {
      for (const agent of agents) agent.destroy();
    },
  };
}
