/** A real OpenID Connect provider on loopback: oidc-provider, with a login that responds immediately. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Who signs in next, and how; undefined: the user cancels. */
export interface SigningIn {
  readonly sub: string;
  readonly acr?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Host and port, for OUTBOUND_ALLOW. */
  readonly host: string;
  /** Decides the next login. */
  person: SigningIn | undefined;
  /** Paths of the requests that reached it. */
  readonly requests: string[];
  /** Registers these callback addresses at the provider, and removes its users. */
  registerRedirects(redirectUris: readonly string[]): Promise<void>;
  /** A file sign-in.json for it. */
  settings(more?: object): object;
  close(): Promise<void>;
}

export const CLIENT_SECRET = 'secret-of-the-issuer-at-the-provider';

export interface IdentityProviderOptions {
  /** Callback addresses of the issuer. */
  readonly redirectUris: readonly string[];
  readonly pushes?: boolean;
  readonly authenticatesBy?: 'client_secret_basic' | 'client_secret_post';
}

/** Opens it; the caller closes it. */
export async function openIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const requests: string[] = [];
  let provider: Provider | undefined;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'of-the-tests' }] };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    requests.push(`${request.method} ${path}`);
    if (path.startsWith('/interaction/')) {
      const { person } = world;
      const result =
        person === undefined
          ? { error: 'access_denied', error_description: 'The person cancelled' }
          : { login: { accountId: person.sub, ...(person.acr === undefined ? {} : { acr: person.acr }) } };
      void provider?.interactionFinished(request, response, result);
      return;
    }
    void provider?.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const world = { person: { sub: 'erika' } as SigningIn | undefined };
  const register = async (redirectUris: readonly string[]): Promise<void> => {
    provider = createProvider(`http://${host}`, { ...options, redirectUris, jwks }, () => world.person);
  };
  await register(options.redirectUris);
  return Object.assign(world, {
    issuer: `http://${host}`,
    host,
    requests,
    registerRedirects: register,
    settings: (more: object = {}) => ({
      issuer: `http://${host}`,
      clientId: 'countersign',
      clientSecret: CLIENT_SECRET,
      scope: 'openid profile email',
      claims: { given_name: 'given_name', family_name: 'family_name' },
      ...more,
    }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function createProvider(
  issuer: string,
  {
    redirectUris,
    jwks,
    pushes = true,
    authenticatesBy = 'client_secret_basic',
  }: IdentityProviderOptions & { readonly jwks: object },
  person: () => SigningIn | undefined,
): Provider {
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'countersign',
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: authenticatesBy,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks,
    acrValues: ['low', 'substantial', 'high'],
    clientAuthMethods: [authenticatesBy],
    claims: {
      openid: ['sub'],
      acr: null,
      profile: ['given_name', 'family_name', 'roles', 'tenant'],
      email: ['email'],
    },
    features: { devInteractions: { enabled: false }, pushedAuthorizationRequests: { enabled: pushes } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...DETAILS, ...person()?.claims, sub }),
    }),
    // The user agrees with the login.
    loadExistingGrant: async ({ oidc }: LoginContext) => {
      const { clientId } = oidc.client;
      const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

interface LoginContext {
  readonly oidc: { readonly client: { readonly clientId: string }; readonly session: { readonly accountId: string } };
}

const DETAILS = { given_name: 'Erika', family_name: 'Mustermann', email: 'erika@example.org' };
