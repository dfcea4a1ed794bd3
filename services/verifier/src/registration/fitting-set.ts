/** Which access certificate a registration certificate is checked with that no configuration names yet: any that it belongs to. */
import type { Verdict } from '@countersign/european-trust/registration/check-registration';
import { certifiedKey } from '@countersign/european-trust/tenant/certified-key';
import { allGenerations } from '@countersign/shared/keys/generated-keys';
import { keySets } from '@countersign/shared/keys/operator-keys';
import { DEFAULT_SET } from '@countersign/shared/model/keys/key-documents';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configuration } from '../query/configurations.ts';

export interface Fitting {
  readonly tenant: string;
  /** The configurations that name the certificate. */
  readonly named: readonly Pick<Configuration, 'keySet'>[];
  /** Issuer metadata have one access certificate. */
  readonly isOfMetadata: boolean;
}

/**
 * The verdict with the key set of the first configuration; without one, the first verdict that accepts.
 * @param judge with a set of keys; undefined: the keys that sign if no set is specified
 */
export async function verdictOfFitting(
  platform: Pick<Platform, 'settings' | 'store' | 'keys'>,
  { tenant, named, isOfMetadata }: Fitting,
  judge: (keySet: string | undefined) => Promise<Verdict>,
): Promise<Verdict> {
  const [first] = named;
  if (first !== undefined || isOfMetadata) return judge(first?.keySet);
  let verdict: Verdict | undefined;
  for (const set of await certifiedSets(platform, tenant)) {
    verdict = await judge(set);
    if (verdict.ok) return verdict;
  }
  return verdict ?? judge(undefined);
}

/** The sets whose key for requests an authority has certified, in files and in the store; undefined for the default keys. */
async function certifiedSets(
  { settings, store, keys }: Pick<Platform, 'settings' | 'store' | 'keys'>,
  tenant: string,
): Promise<readonly (string | undefined)[]> {
  const stored = await allGenerations(store, tenant, 'set');
  const names = [...keySets(settings.CONFIG_FOLDER, tenant), ...stored.flatMap(({ set }) => set?.name ?? [])];
  const sets = [undefined, ...new Set(names.filter((name) => name !== DEFAULT_SET))];
  const found = await Promise.all(
    sets.map(async (set) =>
      (await certifiedKey(keys, tenant, { purpose: 'request', set })) === undefined ? [] : [set],
    ),
  );
  return found.flat();
}
