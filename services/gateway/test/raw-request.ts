/** Sends requests unchanged; fetch would normalize the path and the headers. */
import { request as httpRequest } from 'node:http';
import type { OpenGateway } from './open-gateway.ts';

/** Sends the path unchanged; fetch would normalize it. */
export function raw(
  gateway: OpenGateway,
  path: string,
  options: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<{ readonly status: number; readonly headers: Record<string, unknown>; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.origin);
    const { method = 'GET', headers = {}, body } = options;
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}
