/** The caller's address. `X-Forwarded-For` is only read if the connection comes from a configured proxy. */
import { BlockList, isIP, isIPv6 } from 'node:net';

export type ClientAddress = (remote: string | undefined, forwardedFor: string | undefined) => string;

/**
 * @param trusted addresses or networks (`10.0.0.0/8`, `::1`) of reverse proxies
 * @returns whether the address of a connection is one of them
 * @throws Error that contains the invalid entry
 */
export function createProxyCheck(trusted: readonly string[]): (remote: string) => boolean {
  const proxies = new BlockList();
  for (const entry of trusted) addEntry(proxies, entry);
  return (remote) => {
    const address = plain(remote);
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * @param trusted addresses or networks (`10.0.0.0/8`, `::1`) of reverse proxies
 * @param untrusted called with the address of each connection that sends the header and is not such a proxy
 * @returns a function that returns the address nearest to the client that a trusted proxy reports
 * @throws Error that contains the invalid entry
 */
export function createClientAddress(
  trusted: readonly string[],
  untrusted: (remote: string) => void = () => undefined,
): ClientAddress {
  const isTrusted = createProxyCheck(trusted);
  return (remote, forwardedFor) => {
    let address = plain(remote ?? '');
    if (forwardedFor === undefined) return address;
    if (!isTrusted(address)) untrusted(address);
    for (const entry of forwardedFor.split(',').reverse()) {
      const next = plain(entry.trim());
      if (!isTrusted(address) || isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** Key of a limit: the address, or the /64 network of an IPv6 address, because one host may own all of it. */
export function limitKey(remote: string): string {
  const address = plain(remote);
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = address.includes('::') && tail !== '' ? tail.split(':') : [];
  const zeros = address.includes('::') ? Math.max(0, 8 - groups.length - rest.length) : 0;
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest].slice(0, 4).join(':');
}

function addEntry(proxies: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  const length = bits === undefined ? most : Number(bits);
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits ?? '0') || length > most) {
    throw new Error(`TRUST_PROXY: ${entry} is neither an address nor a network`);
  }
  proxies.addSubnet(address, length, family);
}

/** A dual-stack socket reports IPv4 addresses as ::ffff:1.2.3.4. */
function plain(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
