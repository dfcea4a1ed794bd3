import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Configurations } from '../metadata/configurations.ts';
import { type RequiredPresentation, requiredPresentation } from '../protocol/required-presentation.ts';

/**
 * The presentation that the present version of these configurations requires first.
 * @returns undefined where they require none
 * @throws ProtocolError `access_denied` where a change of them requires more than one presentation
 */
export async function presentationNeededFor(
  configurations: Configurations,
  tenant: string,
  ids: readonly string[],
): Promise<RequiredPresentation | undefined> {
  const found = await Promise.all(ids.map((id) => configurations.get(tenant, id)));
  const requirement = requiredPresentation(found.filter((one) => one !== undefined));
  if (requirement.kind === 'several') {
    throw new ProtocolError('access_denied', 'What is asked for needs more than one presentation');
  }
  return requirement.kind === 'one' ? requirement.required : undefined;
}
