/** Responds to a page that uses the Digital Credentials API, as browser and wallet do together (OpenID4VP 1.0, A.4). */
import { WalletRefuses } from '../sending/failures.ts';
import { type Narrator, silent } from '../sending/narrator.ts';
import { originBinding } from './binding.ts';
import { DIGITAL_PROTOCOLS, type DigitalMessage, openDigitalRequest } from './digital-request.ts';
import type { Chosen, Holder } from './holder.ts';
import { encrypt, type PresentationRequest } from './present.ts';

export type { DigitalMessage } from './digital-request.ts';

/** A request, or several, of which the wallet responds to the first with a known protocol. */
export type DigitalRequests = DigitalMessage | { readonly requests: readonly DigitalMessage[] };

export interface PageAnswered {
  readonly request: PresentationRequest;
  readonly chosen: readonly Chosen[];
  /** For the page: its credential, from `JSON.stringify`. */
  readonly answer: DigitalMessage;
}

/**
 * Responds with the wallet's credentials, encrypted if the request asks for that.
 * @param origin of the page, which each proof contains
 * @throws WalletRefuses
 */
export function answerPage(
  holder: Holder,
  asked: DigitalRequests,
  origin: string,
  narrator: Narrator = silent,
): PageAnswered {
  const message = answeredOne(asked);
  narrator.step(`Request of ${origin}, ${message.protocol}`);
  const request = openDigitalRequest(message, origin);
  narrator.asked(request);
  const chosen = holder.choose(request);
  narrator.shows(chosen);
  const vp_token = holder.vpToken(request, chosen, originBinding(request, origin));
  const isEncrypted = request.response_mode === 'dc_api.jwt';
  const data = isEncrypted ? { response: encrypt(request, { vp_token }) } : { vp_token };
  return { request, chosen, answer: { protocol: message.protocol, data } };
}

function answeredOne(asked: DigitalRequests): DigitalMessage {
  const all = 'requests' in asked ? asked.requests : [asked];
  const found = all.find(({ protocol }) => DIGITAL_PROTOCOLS.some((known) => known === protocol));
  if (found !== undefined) return found;
  throw new WalletRefuses(
    `The wallet supports none of the protocols ${all.map(({ protocol }) => protocol).join(', ')}`,
  );
}
