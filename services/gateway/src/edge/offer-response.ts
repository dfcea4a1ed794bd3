/** OfferResponse: the link as text, as a QR code in a data URL, or as a PNG; or the request for a page. */
import type { OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import QRCode from 'qrcode';
import { preferredToJson } from '../request/accept.ts';

/**
 * @param neutral the service's `{ session, link, expiresAt, txCode?, digital? }`, or `{ session, digital, expiresAt }`
 *   without a link
 * @param responseType the request's `response_type`
 * @param accept the request's header `accept`
 */
export async function offerResponse(
  neutral: JsonObject,
  responseType: unknown,
  accept: string | undefined,
): Promise<OperationReply> {
  if (neutral.link === undefined) return { body: neutral };
  // A QR code is for another device.
  const link = String((responseType === 'qrcode' ? neutral.crossDeviceLink : undefined) ?? neutral.link);
  if (responseType !== 'qrcode') return { body: { uri: link, ...neutral } };
  const png = await QRCode.toBuffer(link, { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 6 });
  if (preferredToJson(accept, ['image/png']) === undefined) {
    return { body: { uri: `data:image/png;base64,${png.toString('base64')}`, ...neutral } };
  }
  return {
    raw: png,
    contentType: 'image/png',
    headers: {
      'x-session-id': String(neutral.session),
      link: `<${link}>; rel="alternate"`,
      ...(neutral.txCode === undefined ? {} : { 'x-tx-code': String(neutral.txCode) }),
    },
  };
}
