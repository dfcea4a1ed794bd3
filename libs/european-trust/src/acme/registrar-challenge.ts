/**
 * The challenge `registrar-api-01`: the proof of control over a registered relying party is in its register entry, as
 * `acme-challenge`, at the instance that the certificate is for.
 */
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Registrar } from '../registrar/registrar-client.ts';
import { RegistrarError } from '../registrar/registrar-error.ts';
import { AcmeError } from './acme-error.ts';

/** The registrar of a tenant, and the tenant's party there. */
export interface PartyAtRegistrar {
  readonly registrar: Pick<Registrar, 'entry' | 'register'>;
  readonly identifier: string;
  /** As the tenant registers it. A register's response may lack what isn't published. */
  readonly party: JsonObject | undefined;
}

/** The instance without a name. */
const DEFAULT_INSTANCE = 'default';
const MEMBER = 'acme-challenge';

/** Resolves when the entry has it. @throws AcmeError `acme_challenge_failed` */
export async function publishInEntry(
  at: PartyAtRegistrar,
  {
    instanceId = DEFAULT_INSTANCE,
    keyAuthorization,
  }: { readonly instanceId?: string; readonly keyAuthorization: string },
): Promise<void> {
  await withChallengeReason(async () => {
    const entry = await at.registrar.entry(at.identifier);
    if (entry === undefined)
      throw new AcmeError('acme_challenge_failed', { facts: { detail: 'party_not_registered' } });
    const present = challengesIn(entry);
    await at.registrar.register({ ...(at.party ?? entry), [MEMBER]: { ...present, [instanceId]: keyAuthorization } });
  });
}

/** Removes an instance's published proof, if it still exists. @throws AcmeError `acme_challenge_failed` */
export async function withdrawFromEntry(at: PartyAtRegistrar, instanceId = DEFAULT_INSTANCE): Promise<void> {
  await withChallengeReason(async () => {
    const entry = await at.registrar.entry(at.identifier);
    if (entry === undefined) return;
    const { [instanceId]: published, ...others } = challengesIn(entry);
    if (published === undefined) return;
    const { [MEMBER]: _, ...party } = at.party ?? entry;
    await at.registrar.register(Object.keys(others).length === 0 ? party : { ...party, [MEMBER]: others });
  });
}

function challengesIn({ [MEMBER]: present }: JsonObject): JsonObject {
  return isObject(present) ? present : {};
}

async function withChallengeReason(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (cause) {
    if (!(cause instanceof RegistrarError)) throw cause;
    throw new AcmeError('acme_challenge_failed', { facts: { detail: cause.reason }, cause });
  }
}
