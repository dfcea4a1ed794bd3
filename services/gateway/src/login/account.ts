/** A login's user as the library needs it, until the access token has expired. */
import { type JsonObject, own, parseJson } from '@countersign/shared/kernel/json';
import { type KeptLogin, type LoginDocument, logins } from '@countersign/shared/model/login/logins';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Account } from './library.ts';
import type { LoginParts } from './parts.ts';
import type { Person } from './person.ts';
import { verifiedClaims } from './verified-claims.ts';

type Parts = Pick<LoginParts, 'store' | 'vaults' | 'clock' | 'clients'>;

/** An interaction's login. */
export async function findLogin(
  { store }: Pick<Parts, 'store'>,
  tenant: string,
  uid: string,
): Promise<LoginDocument | undefined> {
  const found = await ofTenant(store, tenant).get(logins, loginId(tenant, uid));
  return found?.kind === 'login' ? found : undefined;
}

/** A login that its browser keeps. */
export async function findKept(
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  tenant: string,
  uid: string,
): Promise<KeptLogin | undefined> {
  const found = await ofTenant(store, tenant).get(logins, keptId(tenant, uid));
  return found?.kind === 'kept' && found.endsAt > clock() ? found : undefined;
}

export function keptId(tenant: string, uid: string): string {
  return `kept/${tenant}/${uid}`;
}

export function loginId(tenant: string, uid: string): string {
  return `login/${tenant}/${uid}`;
}

/** What `sealedLink` and `sealedPerson` belong to. */
export function loginContext({ id }: { readonly id: string }): string {
  return `login/${id}`;
}

/** @returns undefined once the claims have ended, and the kept login too. The tokens then belong to nobody */
export async function findAccount(parts: Parts, tenant: string, uid: string): Promise<Account | undefined> {
  const fresh = await findLogin(parts, tenant, uid);
  const ofLogin = fresh?.sealedPerson !== undefined && fresh.endsAt > parts.clock();
  const login = ofLogin ? fresh : await findKept(parts, tenant, uid);
  if (login?.sealedPerson === undefined) return undefined;
  const vault = await parts.vaults.of(tenant);
  const person = parseJson(vault.open(login.sealedPerson, loginContext(login))) as Person;
  const client = await parts.clients.get(tenant, login.client);
  if (client === undefined) return undefined;
  return {
    accountId: uid,
    client: client.id,
    sub: person.sub,
    claims: async (use, _scope, asked): Promise<JsonObject> => {
      const verified = verifiedClaims(own(asked, 'verified_claims'), {
        client,
        claims: person.claims,
        evidence: person.evidence ?? [],
        verifiedAt: person.authTime,
        now: Math.floor(parts.clock() / 1000),
      });
      const claims = use === 'id_token' ? person.idToken : person.userinfo;
      return { ...claims, ...(verified === undefined ? {} : { verified_claims: verified }) };
    },
  };
}
