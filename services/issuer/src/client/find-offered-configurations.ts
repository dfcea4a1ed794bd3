import type { Configuration } from '../configuration/listed-configuration.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import type { Received } from './received.ts';

/** The configurations of the offer that still exist and are valid. */
export async function findOfferedConfigurations({
  configurations,
  session,
}: Pick<Received, 'configurations'> & { readonly session: IssuanceSession }): Promise<{
  readonly offered: readonly Configuration[];
}> {
  const found = await Promise.all(
    session.issuance.configurationIds.map((id) => configurations.get(session.tenant, id)),
  );
  return { offered: found.filter((configuration) => configuration !== undefined) };
}
