/** Connections of a server that have become channels. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TakeUpgrade } from '../calls/serve-channel.ts';

/**
 * Passes connections that ask for an upgrade to `upgrade`. Without it, Node handles such a request like any other
 * request.
 * @returns the open connections
 */
export function takeUpgrades(
  server: Server,
  upgrade: TakeUpgrade | undefined,
  closing: AbortSignal,
): ReadonlySet<Duplex> {
  const open = new Set<Duplex>();
  if (upgrade === undefined) return open;
  server.on('upgrade', (request, socket, head) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    upgrade(request, socket, head, closing);
  });
  return open;
}
