/** What a backend may request if a page shows the request with a button. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { PresentationRequest } from '@countersign/shared/messages/presentation-request';
import type { Configuration } from '../query/configurations.ts';
import type { ShownBy } from './request-addresses.ts';
import { requestProfile } from './request-profile.ts';

type ForButton = Partial<PresentationRequest>;

/** The errors in the body of such a request: only one page may have it, and every response is encrypted. */
export function buttonFindings(
  { origin, response_mode: mode }: ForButton,
  { origins, profile }: Pick<Configuration, 'origins' | 'profile'>,
): readonly FieldError[] {
  const [expected] = requestProfile(profile).linkModes;
  return [
    ...(origins.length === 0
      ? [{ pointer: '/response_type', detail: 'button needs `origins` in the presentation configuration' }]
      : []),
    ...(origin === undefined && origins.length > 1
      ? [{ pointer: '/origin', detail: 'Name the page that has the button: one of `origins` as `origin`' }]
      : []),
    ...(origin !== undefined && origins.length > 0 && !origins.includes(origin)
      ? [{ pointer: '/origin', detail: 'origin is one of `origins` of the presentation configuration' }]
      : []),
    ...(mode === undefined || mode === expected
      ? []
      : [{ pointer: '/response_mode', detail: `The response_type button has the mode ${expected}` }]),
  ];
}

/** @param configuration its `origins` have passed `buttonFindings` */
export function buttonShown(
  { origin, crossDevice }: ForButton,
  { origins: [only = ''] }: Pick<Configuration, 'origins'>,
): Extract<ShownBy, { way: 'button' }> {
  return { way: 'button', origin: origin ?? only, crossDevice: crossDevice === true };
}
