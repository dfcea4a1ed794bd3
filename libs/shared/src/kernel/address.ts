/** Which addresses are public, and which other targets the operator allows. Pure. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** IANA IPv4 special-purpose registry: everything that is not globally reachable unicast. */
const FORBIDDEN_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Publicly routable by its number, but the metadata service of a cloud.
  ['168.63.129.16', 32],
];

/** Only 2000::/3 is global unicast; within it these are not, or embed an IPv4 address (Teredo, 6to4). */
const FORBIDDEN_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const forbiddenIpv4 = blockList(FORBIDDEN_IPV4, 'ipv4');
const forbiddenIpv6 = blockList(FORBIDDEN_IPV6, 'ipv6');
const globalIpv6 = blockList([['2000::', 3]], 'ipv6');

/** True for a global unicast address; false for every other one, and for anything that isn't a plain address. */
export function isPublicAddress(address: string): boolean {
  // A zone makes an address local.
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return !forbiddenIpv4.check(address, 'ipv4');
  // Mapped, compatible and NAT64 forms of an IPv4 address are outside of 2000::/3.
  return globalIpv6.check(address, 'ipv6') && !forbiddenIpv6.check(address, 'ipv6');
}

interface AllowedName {
  readonly name: string;
  readonly port?: number;
}

interface AllowedNetwork {
  readonly network: BlockList;
  readonly port?: number;
}

/** Targets that the operator allows: any address, and http as well as https. */
export interface AllowList {
  readonly names: readonly AllowedName[];
  readonly networks: readonly AllowedNetwork[];
}

/**
 * Parses OUTBOUND_ALLOW.
 * @param entries `host`, `host:port`, an address (IPv6 with a port in brackets), or a network in CIDR form
 * @returns the list, and the entries with an invalid form
 */
export function parseAllowList(entries: readonly string[]): { readonly list: AllowList; readonly bad: string[] } {
  const names: AllowedName[] = [];
  const networks: AllowedNetwork[] = [];
  const bad: string[] = [];
  for (const entry of entries) {
    const parsed = parseEntry(entry);
    if (parsed === undefined) bad.push(entry);
    else if ('name' in parsed) names.push(parsed);
    else networks.push(parsed);
  }
  return { list: { names, networks }, bad };
}

/** True if the operator listed this host (without port, or with this one). */
export function allowsName({ names }: AllowList, hostname: string, port: number): boolean {
  const name = plainName(hostname);
  return names.some((entry) => entry.name === name && (entry.port === undefined || entry.port === port));
}

/** True if the operator listed this address or a network that contains it. */
export function allowsAddress({ networks }: AllowList, address: string, port: number): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  return networks.some((entry) => (entry.port === undefined || entry.port === port) && holds(entry, address, family));
}

/**
 * The kind of resource. `secret`: only over https. `signed`: a document with its own signature that is served without
 * TLS, such as a revocation list: also over http, but only on the default port, because strangers choose the address.
 */
export type TargetKind = 'secret' | 'signed';

/** Whether a public host may be called at this URL. */
export function isOpenScheme(url: URL, kind: TargetKind): boolean {
  return kind === 'signed' ? url.port === '' : url.protocol === 'https:';
}

/**
 * Checks a target's URL. Its name is only resolved when connecting.
 * @returns the error, if any
 */
export function urlFinding(
  list: AllowList,
  text: string,
  kind: TargetKind = 'secret',
): 'url' | 'scheme' | 'address' | undefined {
  if (!URL.canParse(text)) return 'url';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'url';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  const [host, port] = [hostOf(url), portOf(url)];
  if (allowsName(list, host, port) || allowsAddress(list, host, port)) return undefined;
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'address';
  // A name may resolve into a network that is allowed.
  const mayBeAllowed = isIP(host) === 0 && list.networks.length > 0;
  return isOpenScheme(url, kind) || mayBeAllowed ? undefined : 'scheme';
}

/** Host of a URL without the brackets of an IPv6 address and the last dot of a name. */
export function hostOf(url: URL): string {
  return plainName(url.hostname.replace(/^\[(.*)\]$/, '$1'));
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Lower case, without the trailing dot of an absolute name. */
function plainName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

function holds({ network }: AllowedNetwork, address: string, family: 'ipv4' | 'ipv6'): boolean {
  // A BlockList matches ::ffff:1.2.3.4 as 1.2.3.4; entries never mean the mapped form.
  return !/^::ffff:/i.test(address) && network.check(address, family);
}

function parseEntry(entry: string): AllowedName | AllowedNetwork | undefined {
  const cidr = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(entry);
  if (cidr !== null) return network(cidr[1] ?? '', Number(cidr[2]), undefined);
  const bracketed = /^\[([0-9a-fA-F.:]+)\](?::(\d{1,5}))?$/.exec(entry);
  if (bracketed !== null) return network(bracketed[1] ?? '', 128, bracketed[2]);
  if (isIP(entry) === 6) return network(entry, 128, undefined);
  const [host = '', port, ...rest] = entry.split(':');
  if (rest.length > 0 || (port !== undefined && !isPort(port))) return undefined;
  if (isIPv4(host)) return network(host, 32, port);
  // An entry such as 127.1 or 0x7f000001 would never match: addresses are compared in their plain form.
  if (!/^[a-z0-9]([a-z0-9._-]*[a-z0-9.])?$/i.test(host) || /(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(host)) return undefined;
  return { name: plainName(host), ...(port === undefined ? {} : { port: Number(port) }) };
}

function network(address: string, prefix: number, port: string | undefined): AllowedNetwork | undefined {
  const family = isIP(address);
  if (family === 0 || prefix > (family === 4 ? 32 : 128) || (port !== undefined && !isPort(port))) return undefined;
  const list = blockList([[address, prefix]], family === 4 ? 'ipv4' : 'ipv6');
  return { network: list, ...(port === undefined ? {} : { port: Number(port) }) };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;
}

function blockList(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
}
