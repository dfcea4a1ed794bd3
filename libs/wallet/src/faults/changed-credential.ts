/** SD-JWT VCs, and W3C credentials as JWTs, that were changed after their issue. */
import { signCompact } from '../jwt/keys.ts';
import { createWalletProvider } from '../provider/wallet-provider.ts';

/** `<header>.<payload>.<signature>~<disclosure>~...~` with other members of the header; the signature stays. */
export function withHeader(sdJwt: string, members: object): string {
  const { header, payload, signature, rest } = partsOf(sdJwt);
  return `${encoded({ ...decoded(header), ...members })}.${payload}.${signature}${rest}`;
}

/** With other members of the payload; the signature stays. */
export function withPayload(sdJwt: string, members: object): string {
  const { header, payload, signature, rest } = partsOf(sdJwt);
  return `${header}.${encoded({ ...decoded(payload), ...members })}.${signature}${rest}`;
}

/** The same content, signed by an issuer that no tenant knows. */
export function bySelf(sdJwt: string): string {
  const { header, payload, rest } = partsOf(sdJwt);
  const { x5c, key } = createWalletProvider({ name: 'Stranger' });
  return signCompact({ ...decoded(header), x5c }, decoded(payload), key.privateKey) + rest;
}

/** A disclosure of a claim (RFC 9901, 4.2.1). */
export function disclosureOf(name: string, value: string): string {
  return encoded(['salt', name, value]);
}

function partsOf(sdJwt: string) {
  // A W3C credential has no disclosures.
  const end = sdJwt.includes('~') ? sdJwt.indexOf('~') : sdJwt.length;
  const [header = '', payload = '', signature = ''] = sdJwt.slice(0, end).split('.');
  return { header, payload, signature, rest: sdJwt.slice(end) };
}

function decoded(part: string): object {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
