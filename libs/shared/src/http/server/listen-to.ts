/** Listening on an address. */
import type { Server } from 'node:net';

interface Listening {
  readonly host: string;
  readonly port: number;
}

/** @throws Error with the setting and the remedy, if it can't listen on the address */
export function listenTo(server: Server, { host, port }: Listening): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port })));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

/** An error with the wrong settings and the remedy. */
function listenError(error: Error, { host, port }: Listening): Error {
  const cause = { cause: error };
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new Error(`PORT ${port} of ${host} is taken: set another PORT, or end what listens there`, cause);
    case 'EACCES':
      return new Error(`PORT ${port} may not be used by this user: set a PORT above 1023`, cause);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST ${host} is not an address of this machine: set HOST to one, or to 0.0.0.0`, cause);
    default:
      return error;
  }
}
