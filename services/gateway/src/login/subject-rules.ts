/**
 * How a client's subjects were created so far. A different rule would turn every user into a stranger, so the tenant
 * must confirm it.
 */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type LoginsDocument, logins, type SubjectRule } from '@countersign/shared/model/login/logins';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import type { LoginClient } from './client.ts';
import { subjectRule } from './subject.ts';

/** Errors of a write that changes the subjects of a client that already has some. */
export async function otherRuleFindings(
  store: Store,
  tenant: string,
  client: LoginClient,
): Promise<readonly FieldError[]> {
  const rule = subjectRule(client);
  const known = rule === undefined ? undefined : await ruleOf(store, tenant, client.id);
  if (known === undefined || known.rule === rule || mayReplace(client)) return [];
  const detail =
    'People have signed in, and this would give each of them another `sub`: set `subject.whenChanged` to `new-subjects` if that is wanted';
  return [{ pointer: '/subject', detail }];
}

/**
 * Remembers the rule with the first subject.
 * @returns false if the client's subjects were created by a different rule so far, and the tenant has not allowed a
 *   change
 */
export async function keepsRule(
  { store, clock }: { readonly store: Store; readonly clock: () => number },
  tenant: string,
  client: LoginClient,
): Promise<boolean> {
  const rule = subjectRule(client);
  if (rule === undefined) return true;
  const own = ofTenant(store, tenant);
  const fresh = { id: idOf(tenant, client.id), tenant, kind: 'subjects', rule, since: clock() } as const;
  for (;;) {
    const known = (await ruleOf(store, tenant, client.id)) ?? (await own.insert<LoginsDocument>(logins, fresh));
    if (known?.kind !== 'subjects') continue;
    if (known.rule === rule) return true;
    if (!mayReplace(client)) return false;
    if ((await own.replace<LoginsDocument>(logins, { ...known, rule, since: clock() })) !== undefined) return true;
  }
}

async function ruleOf(store: Store, tenant: string, client: string): Promise<SubjectRule | undefined> {
  const found = await ofTenant(store, tenant).get(logins, idOf(tenant, client));
  return found?.kind === 'subjects' ? found : undefined;
}

function mayReplace({ subject }: LoginClient): boolean {
  return subject.kind === 'pairwise' && subject.replaces;
}

function idOf(tenant: string, client: string): string {
  return `subjects/${tenant}/${client}`;
}
