/** The sign-in that an offer demands: for a configuration, or for the user that the offer is created for. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Vault } from '@countersign/shared/keys/vault';
import type { OfferRequest } from '@countersign/shared/messages/offer-request';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Configuration } from '../configuration/listed-configuration.ts';

interface OfferedSignIn {
  readonly body: Pick<OfferRequest, 'person' | 'flow'>;
  readonly configurations: readonly Pick<Configuration, 'signIn' | 'presentationDuringIssuance'>[];
}

/** Whether a user must sign in before the wallet receives a code. */
export function demandsSignIn({ body, configurations }: OfferedSignIn): boolean {
  return personOf(body) !== undefined || configurations.some(({ signIn }) => signIn === true);
}

/** @param hasProvider whether users can sign in at this tenant */
export function signInFindings({
  body,
  configurations,
  hasProvider,
}: OfferedSignIn & { readonly hasProvider: boolean }): readonly FieldError[] {
  if (!demandsSignIn({ body, configurations })) return [];
  const pointer = personOf(body) === undefined ? '/credentialConfigurationIds' : '/person';
  return [
    ...(hasProvider ? [] : [{ pointer, detail: 'It needs a sign-in, and this tenant has no identity provider' }]),
    ...(body.flow === 'pre_authorized_code'
      ? [{ pointer: '/flow', detail: 'A sign-in is possible in the flow authorization_code only' }]
      : []),
    ...(configurations.some(({ presentationDuringIssuance: id }) => id !== undefined)
      ? [{ pointer, detail: 'A sign-in and a presentation during issuance exclude each other' }]
      : []),
  ];
}

/** The demand as the session keeps it. The user's claims are sealed. */
export function keptSignIn(
  vault: Vault,
  session: SessionDocument['id'],
  offered: OfferedSignIn,
): Pick<IssuancePart, 'signIn'> {
  if (!demandsSignIn(offered)) return {};
  const person = personOf(offered.body);
  if (person === undefined) return { signIn: {} };
  return { signIn: { sealedPerson: vault.seal(JSON.stringify(person), personContext(session)) } };
}

/** An empty object is ignored: generated clients send one for each map that is not set. */
function personOf({ person = {} }: Pick<OfferRequest, 'person'>): OfferRequest['person'] {
  return Object.keys(person).length > 0 ? person : undefined;
}

/** Context of the sealed claims that a user must have. */
export function personContext(session: SessionDocument['id']): string {
  return `session/${session}/person`;
}
