/** The forms of a list, and how a request selects one (Token Status List, 8.1 and 8.2). */

import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import { mediaRanges } from '@countersign/shared/http/accept';

/** SD-JWT VCs have their status as JWT; wallets and verifiers of mdocs read CWT. */
export type ListForm = 'jwt' | 'cwt';

export const CONTENT_TYPES: Readonly<Record<ListForm, string>> = {
  jwt: 'application/statuslist+jwt',
  cwt: 'application/statuslist+cwt',
};

/** The key of the credentials whose status is read in that form. */
export const SIGNED_BY: Readonly<Record<ListForm, KeyPurpose>> = { jwt: 'credential', cwt: 'mdoc' };

/**
 * CWT if the header accepts it and weighs it more than a JWT; with equal weights the first in the header. JWT for every
 * other header, and without one.
 * @param accept value of the header
 */
export function requestedForm(accept: string | undefined): ListForm {
  const ranges = mediaRanges(accept);
  const at = (form: ListForm): number => ranges.findIndex(({ type }) => type === CONTENT_TYPES[form]);
  const [cwt, jwt] = [ranges[at('cwt')], ranges[at('jwt')]];
  if (cwt === undefined || cwt.quality === 0) return 'jwt';
  const weight = cwt.quality - (jwt?.quality ?? 0);
  if (weight !== 0) return weight > 0 ? 'cwt' : 'jwt';
  return at('cwt') < at('jwt') ? 'cwt' : 'jwt';
}
