/** Credential offers (OpenID4VCI 1.0, 4.1). */
import { succeeded } from '../sending/failures.ts';
import type { Transport } from '../sending/transport.ts';

export interface Offer {
  readonly credential_issuer: string;
  readonly credential_configuration_ids: string[];
  readonly grants: Record<string, Record<string, unknown>>;
}

export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** A link's offer, by value or by reference. @throws Refused */
export async function readOffer(transport: Transport, link: string): Promise<Offer> {
  const { searchParams } = new URL(link);
  const inline = searchParams.get('credential_offer');
  if (inline !== null) return JSON.parse(inline) as Offer;
  const url = searchParams.get('credential_offer_uri') ?? '';
  return succeeded('offer', await transport.send(() => ({ step: 'offer', method: 'GET', url, headers: {} })))
    .json as Offer;
}
