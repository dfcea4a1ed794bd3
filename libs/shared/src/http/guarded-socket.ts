/** Connects to checked addresses only, and checks the connected one again before a byte is sent. */
import { isIP, type LookupFunction, connect as netConnect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { OutboundError, toOutboundError } from './outbound-error.ts';

/** Throws OutboundError for an address that must not be reached. */
export type Guard = (address: string) => void;

export type Dial = (options: TcpNetConnectOpts) => Socket;

export interface SocketTarget {
  /** Plain host name or address. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly addresses: readonly { readonly address: string; readonly family: number }[];
  readonly guard: Guard;
  readonly signal: AbortSignal;
  readonly dial?: Dial;
  readonly ca?: string;
  readonly clientCertificate?: ClientCertificate;
}

/** What the client proves its identity with in the TLS handshake, PEM. */
export interface ClientCertificate {
  /** The certificate, and those between it and its authority. */
  readonly certificate: string;
  readonly key: string;
}

/**
 * Connects, and for https performs the TLS handshake with the host name in the URL.
 * @throws OutboundError `address`, `refused`, `unreachable`, `tls`, `timeout`, `closed`
 */
export async function openSocket(target: SocketTarget): Promise<Socket> {
  const { host, port, dial = netConnect } = target;
  // A name is not resolved again. An address literal is connected without a lookup, hence the guard below.
  const socket = dial({ host, port, lookup: answerOf(target.addresses), autoSelectFamily: true });
  await whenReady(socket, 'connect', target.signal);
  try {
    target.guard(socket.remoteAddress ?? '');
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.setNoDelay(true);
  return target.secure ? secured(socket, target) : socket;
}

async function secured(socket: Socket, { host, signal, ca, clientCertificate }: SocketTarget): Promise<Socket> {
  const secure = tlsConnect({
    socket,
    host,
    // RFC 6066, 3: an address is not a server name.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
    ...(clientCertificate === undefined ? {} : { cert: clientCertificate.certificate, key: clientCertificate.key }),
  });
  try {
    await whenReady(secure, 'secureConnect', signal);
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw error;
    throw new OutboundError('tls', error);
  }
  return secure;
}

function answerOf(addresses: SocketTarget['addresses']): LookupFunction {
  return (_host, options, callback) => {
    const first = addresses[0];
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Resolves at the event; rejects if the socket fails, closes or the signal is aborted before it. */
function whenReady(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error: unknown): void => {
      signal.removeEventListener('abort', abort);
      socket.off('close', closed);
      // A late error of an abandoned socket must not end the process.
      socket.on('error', () => undefined);
      socket.destroy();
      reject(toOutboundError(error));
    };
    const abort = (): void => end(signal.reason);
    const closed = (): void => end(new OutboundError('closed'));
    socket.once('error', end);
    socket.once('close', closed);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return abort();
    socket.once(event, () => {
      socket.off('error', end);
      socket.off('close', closed);
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
