import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { InteractionDialect } from '@countersign/shared/model/issuance/issuance-part';
import { text, type WalletParameters } from './authorization-request.ts';

/** The interactions that a wallet supports, each by the name that it used; undefined where it supports none of that kind. */
export interface InteractionTypes {
  readonly presentation: string | undefined;
  readonly web: string | undefined;
}

const NAMES: Readonly<Record<InteractionDialect, Readonly<Record<keyof InteractionTypes, readonly string[]>>>> = {
  ia: {
    presentation: ['urn:openid:dcp:ia:openid4vp_presentation'],
    web: ['urn:openid:dcp:ia:auth_via_web'],
  },
  // Bare until 2026-03-12.
  iae: {
    presentation: ['openid4vp_presentation', 'urn:openid:dcp:iae:openid4vp_presentation'],
    web: ['redirect_to_web', 'urn:openid:dcp:iae:redirect_to_web'],
  },
};

/**
 * `interaction_types_supported` (OpenID4VCI 1.1 draft, 6): names with commas between them, in any order.
 * @throws ProtocolError `invalid_request`
 */
export function checkInteractionTypes({
  parameters,
  dialect,
}: WalletParameters & { readonly dialect: InteractionDialect }): { readonly types: InteractionTypes } {
  const sent = text(parameters, 'interaction_types_supported');
  if (sent === undefined) throw new ProtocolError('invalid_request', 'interaction_types_supported is missing');
  const supported = sent.split(',').map((name) => name.trim());
  const named = (kind: keyof InteractionTypes): string | undefined =>
    supported.find((name) => NAMES[dialect][kind].includes(name));
  return { types: { presentation: named('presentation'), web: named('web') } };
}
