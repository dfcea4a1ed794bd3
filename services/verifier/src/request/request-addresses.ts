/** How a wallet reaches a new request, depending on how the backend shows it, and what the backend receives. */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Random } from '@countersign/shared/kernel/random';
import { linkMethod, requestLink, requestObjectUri } from '@countersign/shared/openid4vp/request-link';
import type { OwnPage } from '../query/configurations.ts';
import type { CreatedRequest, NewRequest } from './new-request.ts';

/** How the backend shows the request. A button has at least the origin of its page. */
export type ShownBy =
  /** `crossDevice` with a way back: a link for each device. */
  | { readonly way: 'link'; readonly page?: OwnPage; readonly crossDevice?: true }
  | { readonly way: 'dc-api'; readonly origins: readonly string[] }
  | { readonly way: 'button'; readonly origin: string; readonly crossDevice: boolean };

type ShownRequest = Pick<CreatedRequest, 'clientId' | 'digital' | 'link' | 'otherDeviceLink'>;

export interface RequestAddresses {
  readonly request: Pick<
    NewRequest,
    'requestUri' | 'requestHash' | 'dcApi' | 'pageOrigin' | 'buttonHash' | 'otherDevice'
  >;
  /** The members of the response. */
  readonly shown: (created: ShownRequest) => JsonObject;
}

export interface AddressedRequest {
  readonly shownBy: ShownBy;
  readonly issuer: string;
  readonly configurationId: string;
  readonly handle: string;
  readonly redirectUri?: string;
  /** Milliseconds. */
  readonly expiresAt: number;
  readonly scheme: string;
  readonly profile: ProfileName;
}

/** Creates the references of a request, only for addresses that somebody needs. */
export function requestAddresses(asked: AddressedRequest, random: Random): RequestAddresses {
  const { shownBy, issuer, configurationId, handle, scheme, profile, expiresAt } = asked;
  const made = newReference(handle, random);
  const requestUri = requestObjectUri(issuer, configurationId, made.text);
  const requestHash = made.hash;
  switch (shownBy.way) {
    case 'dc-api':
      // The page has the request: the address leaves this process neither there nor elsewhere.
      return {
        request: { requestHash, dcApi: { origins: shownBy.origins, expiresAt } },
        shown: ({ digital = [] }) => ({ digital: { requests: digital.map((each) => ({ ...each })) } }),
      };
    case 'button':
      return buttonAddresses(asked, shownBy, { requestUri, requestHash }, random);
    case 'link': {
      const bothLinks = shownBy.crossDevice === true && asked.redirectUri !== undefined;
      const otherDevice = bothLinks ? addressOfCode(asked, random) : undefined;
      const linkTo = (clientId: string, uri: string): string =>
        requestLink({ scheme, clientId, requestUri: uri, ...linkMethod(profile) });
      const page = shownBy.page && ownPage(asked, shownBy.page, random);
      return {
        request: { requestHash, requestUri, ...(otherDevice && { otherDevice }), ...page?.request },
        shown: ({ clientId, link, otherDeviceLink }) => ({
          link: link ?? linkTo(clientId, requestUri),
          ...(otherDevice && { crossDeviceLink: otherDeviceLink ?? linkTo(clientId, otherDevice.requestUri) }),
          ...page?.shown((uri) => otherDeviceLink ?? linkTo(clientId, uri)),
        }),
      };
    }
    default:
      return shownBy satisfies never;
  }
}

/**
 * A page of this server calls a button's operations, with a reference that never leaves the server. Its code's response
 * does not redirect a browser.
 */
function ownPage(asked: AddressedRequest, { origin, crossDevice }: OwnPage, random: Random) {
  const { text, hash } = newReference(asked.handle, random);
  const otherDevice = crossDevice ? addressOfCode(asked, random) : undefined;
  return {
    request: { pageOrigin: origin, buttonHash: hash, ...(otherDevice && { otherDevice }) },
    shown: (linkTo: (uri: string) => string) => ({
      page: text,
      ...(otherDevice && { crossDeviceLink: linkTo(otherDevice.requestUri) }),
    }),
  };
}

function addressOfCode({ issuer, configurationId, handle }: AddressedRequest, random: Random) {
  const { text, hash } = newReference(handle, random);
  return { requestUri: requestObjectUri(issuer, configurationId, text), requestHash: hash };
}

/** Only a request with a way back has a link, and only one for another device a QR code; with both each has its own address. */
function buttonAddresses(
  asked: AddressedRequest,
  { origin, crossDevice }: Extract<ShownBy, { way: 'button' }>,
  { requestUri, requestHash }: { readonly requestUri: string; readonly requestHash: string },
  random: Random,
): RequestAddresses {
  const { issuer, handle, redirectUri } = asked;
  const button = newReference(handle, random);
  const otherDevice = redirectUri !== undefined && crossDevice ? addressOfCode(asked, random) : undefined;
  return {
    request: {
      requestHash,
      ...(redirectUri === undefined && !crossDevice ? {} : { requestUri }),
      pageOrigin: origin,
      buttonHash: button.hash,
      ...(otherDevice && { otherDevice }),
    },
    shown: () => ({ button: `${issuer}/oid4vp/button/${button.text}` }),
  };
}
