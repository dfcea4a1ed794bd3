/** What a backend may request if a page shows the request through the Digital Credentials API. */
import { isHighAssurance, type ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import { mediaRanges } from '@countersign/shared/http/accept';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import type { PresentationRequest } from '@countersign/shared/messages/presentation-request';
import type { ResponseMode } from '../presentation/authorization-response.ts';
import type { Configuration } from '../query/configurations.ts';

/** The errors in the body of such a request. */
export function dcApiFindings(
  { origin, response_mode: mode, redirectUri, crossDevice }: Partial<PresentationRequest>,
  { origins }: Pick<Configuration, 'origins'>,
  profile: ProfileName,
): readonly FieldError[] {
  const way = (pointer: string): FieldError => ({
    pointer,
    detail: 'The page itself receives the response: remove redirectUri and crossDevice',
  });
  return [
    ...(origins.length === 0
      ? [{ pointer: '/response_type', detail: 'dc-api needs `origins` in the presentation configuration' }]
      : []),
    ...(origin !== undefined && origins.length > 0 && !origins.includes(origin)
      ? [{ pointer: '/origin', detail: 'origin is one of `origins` of the presentation configuration' }]
      : []),
    ...(mode?.startsWith('dc_api') === false
      ? [{ pointer: '/response_mode', detail: 'The response_type dc-api has the modes dc_api.jwt and dc_api' }]
      : []),
    // HAIP 1.0, 5.2
    ...(isHighAssurance(profile) && mode === 'dc_api'
      ? [{ pointer: '/response_mode', detail: `A tenant of profile ${profile} accepts only encrypted responses` }]
      : []),
    ...(redirectUri === undefined ? [] : [way('/redirectUri')]),
    ...(crossDevice === undefined ? [] : [way('/crossDevice')]),
  ];
}

/**
 * The response mode and the accepted page origins: the backend's origin, otherwise all origins in the configuration.
 */
export function dcApiOptions(
  { origin, response_mode: mode }: Partial<PresentationRequest>,
  { origins }: Pick<Configuration, 'origins'>,
): { readonly responseMode: ResponseMode; readonly origins: readonly string[] } {
  return {
    responseMode: mode === 'dc_api' ? 'dc_api' : 'dc_api.jwt',
    origins: origin === undefined ? origins : [origin],
  };
}

/**
 * The response is JSON for the page, which can't be a QR code.
 * @throws ProtocolError `not_acceptable` if the caller doesn't accept JSON
 */
export function checkAccept(accept: string | undefined): void {
  const ranges = mediaRanges(accept).filter(({ quality }) => quality > 0);
  const json = ['application/json', 'application/*', '*/*'];
  if (ranges.length === 0 || ranges.some(({ type }) => json.includes(type))) return;
  throw new ProtocolError('not_acceptable', 'A request for the Digital Credentials API is JSON, without a picture', {
    reason: 'dc_api_accept',
  });
}
