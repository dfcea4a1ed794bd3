/** Counts the HTTP requests that this process serves and sends; each is unfinished work until its end. */
import { subscribe } from 'node:diagnostics_channel';
import { add, begin } from './counts.ts';

const ends = new WeakMap<object, () => void>();

const begun = (figure: string, of: object): void => {
  add(figure);
  ends.set(of, begin());
};
const ended = (of: object): void => ends.get(of)?.();

subscribe('http.server.request.start', (message) => {
  const { response } = message as {
    readonly response: NodeJS.EventEmitter;
  };
  begun('HTTP requests answered', response);
  response.once('close', () => ended(response));
});
subscribe('http.client.request.start', (message) => {
  const { request } = message as { readonly request: NodeJS.EventEmitter };
  begun('HTTP requests made', request);
  request.once('close', () => ended(request));
});
const requestOf = (message: unknown): object => (message as { readonly request: object }).request;
subscribe('undici:request:create', (message) => begun('HTTP requests made', requestOf(message)));
for (const end of ['undici:request:trailers', 'undici:request:error']) {
  subscribe(end, (message) => ended(requestOf(message)));
}
