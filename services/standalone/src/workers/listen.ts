/** The public port in the primary: connections are accepted, and nothing of them is read. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { listenTo } from '@countersign/shared/http/server/listen-to';
import type { Settings } from '@countersign/shared/settings/settings';

export interface Listening {
  readonly port: number;
  /** Accepts no more. */
  close(): void;
}

/** @throws Error with the setting's name, if it can't listen on HOST and PORT */
export async function listenForWorkers(
  { HOST: host, PORT: port }: Pick<Settings, 'HOST' | 'PORT'>,
  accept: (socket: Socket) => void,
): Promise<Listening> {
  const server = createServer({ pauseOnConnect: true, noDelay: true }, accept);
  await listenTo(server, { host, port });
  return {
    port: (server.address() as AddressInfo).port,
    // The connections that the workers have are theirs: nothing here waits for them.
    close: () => void server.close(),
  };
}
