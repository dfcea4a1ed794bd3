/** The kinds of rows: the common properties of management routes, open documents and wallet endpoints. */
import { WALLET_BODY_BYTES } from '@countersign/shared/http/message';
import type { DescribedAnswer, Route, RoutePaths } from './route.ts';

export const KIB = 1024;

/** Routes that return a link can return it as a picture too. */
export const qrCode: Readonly<Record<number, DescribedAnswer>> = {
  201: {
    description: 'Success; with Accept image/png, the QR code as a picture',
    content: { 'image/png': { type: 'string', format: 'binary' } },
  },
};

/** For responses with an entity tag. */
export const notModified: Readonly<Record<number, DescribedAnswer>> = {
  304: { description: 'Not modified: If-None-Match matches the current version' },
};

/** Issuer metadata has a signed form. */
export const signedMetadata: DescribedAnswer = {
  description: 'Success; with Accept application/jwt, signed',
  content: { 'application/jwt': { type: 'string' } },
};

export type Row = Pick<Route, 'operation' | 'service' | 'method' | 'paths' | 'summary'> & Partial<Route>;

/** Management: authenticated, never cached, in the audit log, JSON only, problem documents. */
export function management(row: Row & Required<Pick<Route, 'audit' | 'role' | 'task'>>): Route {
  return {
    auth: 'management',
    accepts: row.request === undefined ? ['empty'] : ['json'],
    success: { json: row.method === 'POST' ? 201 : 200 },
    errors: 'problem',
    cors: false,
    bodyLimit: 256 * KIB,
    cache: 'no-store',
    ...(row.method === 'POST' ? { idempotent: true } : {}),
    quota: 'management',
    ...row,
  };
}

/** Public documents at well-known addresses. */
export function open(row: Omit<Row, 'method'> & Partial<Route>): Route {
  return {
    task: 'wallets',
    method: 'GET',
    auth: 'none',
    accepts: ['empty'],
    success: { json: 200 },
    errors: 'problem',
    cors: true,
    bodyLimit: 0,
    cache: 'no-cache',
    rate: 'open',
    ...row,
  };
}

/**
 * The routes that probes request. In an installation without configured proxies they all come from one address, so
 * there is no rate.
 */
export function probed(row: Omit<Row, 'method'> & Partial<Route>): Route {
  const { rate: _, ...withoutRate } = open(row);
  return withoutRate;
}

/** The endpoints of the wallet protocols. */
export function wallet(row: Row): Route {
  return {
    task: 'wallets',
    auth: 'none',
    accepts: row.method === 'GET' ? ['empty'] : ['json'],
    success: { json: 200 },
    errors: 'oauth',
    cors: true,
    bodyLimit: WALLET_BODY_BYTES,
    cache: 'no-store',
    rate: 'open',
    // A login has no tenant yet, and its own limit.
    ...(row.audit === undefined && row.paths.global === undefined ? { quota: 'wallet' } : {}),
    ...row,
  };
}

/** OAuth: form encoding, and JSON as the API requires. */
export function oauth(row: Omit<Row, 'method'> & Partial<Route>): Route {
  return wallet({
    method: 'POST',
    accepts: ['form', 'json'],
    strings: true,
    success: { json: 201, form: 200 },
    ...row,
  });
}

/** A link that a user's browser follows from a page of the issuer. It changes something, and returns 303. */
export function browserLink(row: Omit<Row, 'method' | 'service'> & Partial<Pick<Row, 'service'>>): Route {
  return wallet({
    service: 'issuer',
    method: 'GET',
    changes: true,
    success: { json: 303 },
    errors: 'page',
    cors: false,
    cookies: true,
    ...row,
  });
}

export function walletPath(path: string): RoutePaths {
  return { a: [path], b: [`/{tenantId}${path}`] };
}

/** Appended and inserted form (RFC 8414, 3.1); without a tenant both are the same. */
export function wellKnown(name: string): RoutePaths {
  return { a: [`/.well-known/${name}`], b: [`/{tenantId}/.well-known/${name}`, `/.well-known/${name}/{tenantId}`] };
}
