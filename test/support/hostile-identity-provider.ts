/** An OpenID Connect provider on loopback that returns what a test wants: wrong ID tokens, errors, nothing. */
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';

export interface Deceit {
  /** Claims that override a good ID token's; undefined removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that the provider does not publish. */
  readonly otherKey?: true;
  /** Unsigned. */
  readonly unsigned?: true;
  /** No ID token at all. */
  readonly noIdToken?: true;
  /** `iss` in the response at the callback; null leaves it out. */
  readonly iss?: string | null;
  /** Status of the token endpoint. */
  readonly tokenStatus?: number;
  /** Changes the metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** `sub` from the UserInfo endpoint. */
  readonly userInfoSub?: string;
  /** A redirect of the token endpoint. */
  readonly redirectTo?: string;
}

export interface HostileProvider {
  readonly issuer: string;
  readonly host: string;
  deceit: Deceit;
  close(): Promise<void>;
}

interface Issued {
  readonly nonce: string;
}

/** Opens it; the caller closes it. */
export async function openHostileProvider(): Promise<HostileProvider> {
  const keys = [generateKeyPairSync('ec', { namedCurve: 'P-256' }), generateKeyPairSync('ec', { namedCurve: 'P-256' })];
  const codes = new Map<string, Issued>();
  const world = { deceit: {} as Deceit };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const { deceit } = world;
    if (url.pathname === '/.well-known/openid-configuration') json(response, 200, metadata(issuer, deceit));
    else if (url.pathname === '/jwks') json(response, 200, { keys: [published(keys[0]?.publicKey as KeyObject)] });
    else if (url.pathname === '/userinfo') {
      json(response, 200, { sub: deceit.userInfoSub ?? 'erika', given_name: 'Erika', family_name: 'Mustermann' });
    } else if (url.pathname === '/authorize') {
      const code = randomBytes(16).toString('hex');
      codes.set(code, { nonce: url.searchParams.get('nonce') ?? '' });
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      if (deceit.iss !== null) back.searchParams.set('iss', deceit.iss ?? issuer);
      response.writeHead(303, { location: back.href }).end();
    } else void answerToken(response);
    request.resume();
    async function answerToken(to: ServerResponse): Promise<void> {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const code = new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? '';
      const issued = codes.get(code);
      codes.delete(code);
      if (deceit.redirectTo !== undefined) to.writeHead(307, { location: deceit.redirectTo }).end();
      else if (deceit.tokenStatus !== undefined) json(to, deceit.tokenStatus, { error: 'server_error' });
      else if (issued === undefined) json(to, 400, { error: 'invalid_grant' });
      else json(to, 200, await tokens(issued, deceit, keys[deceit.otherKey ? 1 : 0]?.privateKey as KeyObject));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const tokens = async ({ nonce }: Issued, deceit: Deceit, key: KeyObject): Promise<object> => {
    const now = Math.floor(Date.now() / 1000);
    const good = { iss: issuer, sub: 'erika', aud: 'countersign', nonce, iat: now, exp: now + 300 };
    const claims = Object.fromEntries(
      Object.entries({ ...good, ...deceit.claims }).filter(([, value]) => value !== undefined),
    );
    const signed = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(key);
    const [, payload] = signed.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const idToken = deceit.unsigned ? `${none}.${payload}.` : signed;
    return { access_token: 'a', token_type: 'Bearer', ...(deceit.noIdToken ? {} : { id_token: idToken }) };
  };
  return Object.assign(world, {
    issuer,
    host,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function metadata(issuer: string, { metadata: changed }: Deceit): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    ...changed,
  };
}

function published(key: KeyObject): object {
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'k' };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
