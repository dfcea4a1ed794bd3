import type { FactsOf } from '@countersign/shared/kernel/reasons/reasons';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import { missingParameter } from '../client/missing-parameter.ts';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/**
 * The interactions that a wallet supports, each under the name that the wallet used; undefined if it supports none of
 * that kind.
 */
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
  if (sent === undefined) throw missingParameter(parameters, 'interaction_types_supported');
  const supported = typesIn(sent);
  const named = (kind: keyof InteractionTypes): string | undefined =>
    supported.find((name) => NAMES[dialect][kind].includes(name));
  return { types: { presentation: named('presentation'), web: named('web') } };
}

/** The facts if none of the wallet's types completes the issuance. */
export function unsupportedTypes({
  parameters,
  dialect,
}: WalletParameters & { readonly dialect: InteractionDialect }): FactsOf<'interaction_types'> {
  const { presentation, web } = NAMES[dialect];
  const received = typesIn(text(parameters, 'interaction_types_supported') ?? '');
  return { expectedAny: [...presentation, ...web], received };
}

function typesIn(sent: string): readonly string[] {
  return sent.split(',').map((name) => name.trim());
}
