/**
 * Logins that a browser keeps, for clients that enable it. Such a login belongs to one client, and is used only for
 * requests without claims. Other requests ask the wallet again, and so does another client.
 */
import { findKept } from './account.ts';
import type { LoginClient } from './client.ts';
import type { References } from './grants.ts';
import type { Grant, Interaction, Library, LibraryContext, Policy, Provider } from './library.ts';
import type { LoginParts } from './parts.ts';
import { claimsOf, requestedClaims } from './requested-claims.ts';

interface GrantFor extends KeptOf {
  readonly references: Pick<References, 'grant'>;
}

export interface KeptOf {
  readonly tenant: string;
  readonly clients: readonly LoginClient[];
}

type Parts = Pick<LoginParts, 'store' | 'clock'>;

/** When to ask the wallet. */
export function promptPolicy({ interactionPolicy }: Library, parts: Parts, of: KeptOf): Policy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  const { checks } = policy.get('login');
  const isSilent = ({ oidc }: LibraryContext): boolean =>
    oidc.result?.login === undefined && oidc.session.accountId !== undefined;
  checks.add(
    new Check('kept_elsewhere', 'no login is kept for this client', 'login_required', async (ctx) => {
      return isSilent(ctx) && !(await isKeptFor(parts, of, ctx));
    }),
  );
  checks.add(
    new Check('claims', 'claims are presented by the wallet', 'interaction_required', async (ctx) => {
      return isSilent(ctx) && wantsClaims(of, ctx);
    }),
  );
  // Like `login`: whoever responds with the wallet is the account.
  policy.add(new Prompt({ name: 'select_account', requestable: true }));
  return policy;
}

function clientOf({ clients }: KeptOf, { oidc }: LibraryContext): LoginClient | undefined {
  return clients.find(({ id }) => id === oidc.client.clientId);
}

async function isKeptFor(parts: Parts, of: KeptOf, ctx: LibraryContext): Promise<boolean> {
  const client = clientOf(of, ctx);
  if (client === undefined || client.session === 0) return false;
  const kept = await findKept(parts, of.tenant, ctx.oidc.session.accountId ?? '');
  return kept?.client === client.id;
}

function wantsClaims(of: KeptOf, ctx: LibraryContext): boolean {
  const client = clientOf(of, ctx);
  if (client === undefined) return true;
  const { scope, claims } = ctx.oidc.params;
  const { userinfo, idToken } = requestedClaims(client, { scope, claims: claimsOf(claims) });
  return userinfo.length + idToken.length > 0;
}

/** What the user agreed to, in the wallet or when the login was kept. It is stored with its code. */
export async function grantFor(parts: Parts, of: GrantFor, ctx: LibraryContext): Promise<Grant | undefined> {
  const { result, session, client, params, provider } = ctx.oidc;
  const { accountId } = session;
  if (accountId === undefined) return undefined;
  const agreed = result?.consent !== undefined || (!wantsClaims(of, ctx) && (await isKeptFor(parts, of, ctx)));
  if (!agreed) return undefined;
  return newGrant(provider, { jti: of.references.grant(), clientId: client.clientId, accountId, params });
}

export interface GrantOf {
  readonly jti: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly params: Interaction['params'];
}

/** Everything that the request asks for. Claims that the client may not have are left out of the response. */
export function newGrant(provider: Provider, { params, ...of }: GrantOf): Grant {
  const grant = new provider.Grant(of);
  grant.addOIDCScope(params.scope ?? 'openid');
  const { userinfo = {}, id_token: idToken = {} } = claimsOf(params.claims);
  const names = [userinfo, idToken].flatMap((asked) => Object.keys(asked ?? {}));
  if (names.length > 0) grant.addOIDCClaims(names);
  return grant;
}

/**
 * Another login in the same browser replaces the kept one. The notices that other clients receive at the logout stay.
 * @param interaction the new login's
 */
export async function replaceKept(provider: Provider, { session, params }: Interaction): Promise<void> {
  if (session?.uid === undefined || session.accountId === undefined) return;
  const found = await provider.Session.findByUid(session.uid);
  if (found === undefined) return;
  Object.assign(found, { accountId: undefined, loginTs: undefined, acr: undefined, amr: undefined });
  if (found.authorizations !== undefined) delete found.authorizations[params.client_id ?? ''];
  await found.persist();
}
