/**
 * Credentials through the browser (W3C Digital Credentials): asks the device's wallets, and returns what a page posts
 * to its backend. Served at `/dc-api.js`, its types at `/dc-api.d.ts`; a module without imports.
 */

/** One of the ways in which the browser may ask: an entry of `digital.requests` in the server's response. */
export interface DigitalRequest {
  /** For example, `openid4vp-v1-signed` or `org-iso-mdoc`. */
  readonly protocol: string;
  /** Handed to the wallet unchanged. */
  readonly data: unknown;
}

/** A wallet's response: the body that the backend posts to `/session/{id}/dc-api`. */
export interface DigitalAnswer {
  /** The protocol of the request that the wallet responded to. */
  readonly protocol: string;
  readonly data: unknown;
}

/**
 * Why there is no response. The backend may post it too. The session stays open, and the user may try again.
 *
 * - `NotAllowedError`: the user cancelled, no wallet has such a credential, or the call came without a click. Browsers
 *   don't tell which.
 * - `NotSupportedError`: this browser has no Digital Credentials API, or allows none of the protocols.
 * - `AbortError`: the page aborted the call by `signal`.
 * - Any other name of an exception, such as `SecurityError` in a frame that may not ask.
 */
export interface DigitalFailure {
  readonly error: string;
}

export interface DigitalOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** The parts of the browser that are used here; TypeScript does not have them all yet. */
interface CredentialsContainerWithDigital {
  get(options: unknown): Promise<unknown>;
  create(options: unknown): Promise<unknown>;
}

/** Whether this page can ask: the browser has the API, and the page was loaded over https or from the same machine. */
export function isSupported(): boolean {
  return isSecureContext && interfaceObject() !== undefined && 'credentials' in navigator;
}

/**
 * Requests a presentation. Call it in the handler of a click, with requests that were fetched before: the browser shows
 * the choice of wallets only right after a click, and waiting for a server would use that up.
 * @param requests `digital.requests` from the server's response, the preferred one first
 * @returns the response to post, or why there isn't one; never rejects
 */
export function requestCredential(
  requests: readonly DigitalRequest[],
  options: DigitalOptions = {},
): Promise<DigitalAnswer | DigitalFailure> {
  return ask('get', requests, options);
}

/**
 * Hands an offer of credentials to a wallet. Experimental: the server creates such requests only with
 * DC_API_ISSUANCE=on. The result does not prove that a credential was issued. The offer's webhook does.
 * @param requests the offer's `digital.requests`
 * @returns the wallet's response, or why there isn't one; never rejects
 */
export function createCredential(
  requests: readonly DigitalRequest[],
  options: DigitalOptions = {},
): Promise<DigitalAnswer | DigitalFailure> {
  return ask('create', requests, options);
}

async function ask(
  method: 'get' | 'create',
  requests: readonly DigitalRequest[],
  { signal }: DigitalOptions,
): Promise<DigitalAnswer | DigitalFailure> {
  const allowed = requests.filter(({ protocol }) => isAllowed(protocol));
  if (!isSupported() || allowed.length === 0) return { error: 'NotSupportedError' };
  const credentials = navigator.credentials as unknown as CredentialsContainerWithDigital;
  const aborting = signal === undefined ? {} : { signal };
  try {
    return answerOf(await credentials[method]({ digital: { requests: allowed }, ...aborting }));
  } catch (error) {
    return { error: error instanceof Error || error instanceof DOMException ? error.name : 'UnknownError' };
  }
}

/** True if the browser can't tell. A browser that explicitly allows a protocol may still have no wallet for it. */
function isAllowed(protocol: string): boolean {
  const allows = (interfaceObject() as { userAgentAllowsProtocol?: (name: string) => boolean } | undefined)
    ?.userAgentAllowsProtocol;
  return typeof allows !== 'function' || allows.call(interfaceObject(), protocol);
}

/** A browser that ignores the member `digital` may resolve with another credential, or with null. */
function answerOf(credential: unknown): DigitalAnswer | DigitalFailure {
  if (typeof credential !== 'object' || credential === null) return { error: 'NotAllowedError' };
  const { protocol, data } = credential as { readonly protocol?: unknown; readonly data?: unknown };
  if (typeof protocol !== 'string' || data === undefined) return { error: 'NotSupportedError' };
  return { protocol, data };
}

function interfaceObject(): unknown {
  return (globalThis as { readonly DigitalCredential?: unknown }).DigitalCredential;
}
