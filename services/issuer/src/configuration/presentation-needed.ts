import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Configurations } from './configurations.ts';
import type { Configuration } from './listed-configuration.ts';
import { type RequiredPresentation, requiredPresentation } from './required-presentation.ts';

/**
 * The presentation that the current version of these configurations requires first.
 * @returns undefined if they require none
 * @throws ProtocolError `access_denied` if a change to them requires more than one presentation
 */
export async function presentationNeededFor(
  configurations: Configurations,
  tenant: string,
  ids: readonly string[],
): Promise<RequiredPresentation | undefined> {
  return presentationNeeded(await presentConfigurations(configurations, tenant, ids));
}

/** The current version of these configurations. A removed one is left out. */
export async function presentConfigurations(
  configurations: Configurations,
  tenant: string,
  ids: readonly string[],
): Promise<readonly Configuration[]> {
  const found = await Promise.all(ids.map((id) => configurations.get(tenant, id)));
  return found.filter((one) => one !== undefined);
}

/** The same of configurations that are known. @throws ProtocolError `access_denied` */
export function presentationNeeded(found: readonly Configuration[]): RequiredPresentation | undefined {
  const requirement = requiredPresentation(found);
  if (requirement.kind === 'several') {
    const facts = { configurationIds: found.map(({ id }) => id) };
    throw new ProtocolError('access_denied', 'The requested credentials require more than one presentation', {
      reason: 'presentations_several',
      facts,
    });
  }
  return requirement.kind === 'one' ? requirement.required : undefined;
}
