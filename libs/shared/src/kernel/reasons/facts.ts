/**
 * Facts about a refusal, for the backend's developer. A fact never contains a claim value, key, code, token, nonce,
 * proof, signature or a user's address. Each reason lists the facts that it may have.
 */

/** Every fact, and its meaning. Times are in seconds, sizes in bytes. */
export const factNames = {
  expected: 'the value that the check expects',
  received: 'the received value',
  difference: 'how the two values differ, if known',
  parameter: 'name of the parameter or member',
  parameters: 'names of parameters or members',
  presentName: 'name of the parameter in the final standard',
  paths: 'claims paths, each as JSON',
  offsetSeconds: "difference between the time in the message and the server's clock; positive: in the future",
  limitSeconds: 'the largest offset or age that the check accepts',
  expiredSeconds: 'seconds since it expired',
  subject: 'subject of the certificate',
  sha256: 'SHA-256 of the certificate, in hexadecimal',
  x509Hash: 'the same in base64url, as client ids with the prefix x509_hash have it',
  keySet: "name of the key set; `default` for the tenant's key",
  place: 'the folder or API call that changes the outcome',
  askedPath: 'path of the request',
  rightPath: 'path that would have been right',
  count: 'received number',
  most: 'largest number accepted',
  bytes: 'received size',
  mostBytes: 'largest size accepted',
  attemptsLeft: 'attempts left',
  retryAfterSeconds: 'seconds to wait before the next request',
  dependency: 'what could not be reached',
  expectedJkt: 'JWK thumbprint of the key that the check expects',
  receivedJkt: 'JWK thumbprint of the received key',
  expectedAny: 'the accepted values, one of which is expected',
  claim: 'name of the member in the JWT',
  detail: 'the stable name of the finding inside the check',
  configurationId: 'id of the credential configuration',
  configurationIds: 'ids of credential configurations',
  credential: 'id of the credential query',
  clientId: 'client id of the wallet',
  state: 'state of the session',
  list: 'id of the trust list, and its number',
  entity: 'name of the entity on the trust list',
  service: 'type of its service',
  category: 'the category that the credential claims and the entry confirms',
  legislationCountry: 'the country under whose law a public body issues attestations, or EU',
  authenticSource: 'identifier of the authentic source in its certificate',
  legislation: 'identifier of the law in its certificate',
} as const satisfies Readonly<Record<string, string>>;

export type FactName = keyof typeof factNames;
export type FactValue = string | number | boolean | readonly string[];
export type Facts = Readonly<Partial<Record<FactName, FactValue>>>;

const LONGEST_TEXT = 200;
/** Maximum length in characters of a text that is scanned. */
const LONGEST_READ = 4096;
/**
 * Part of a token, a code or a reference, which a wallet may have sent instead of a name. Thumbprints and the hashes in
 * client ids have 43 characters.
 */
const OPAQUE = /(?:eyJ|WyJ)[\w-]{5,}|[\w-]{44,}/g;
const SHA_256 = /^[0-9a-f]{64}$/;
const PROTOCOL_NAME = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+$/;
const LONGEST_LIST = 20;

/**
 * A string from a message as a fact: at most 200 characters, without control characters, and `…` for a possible token
 * or code.
 */
export function factText(text: string): string {
  const shown = text.slice(0, LONGEST_READ).replace(OPAQUE, (run) => (isPublic(run) ? run : '…'));
  const cut = shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT - 1)}…` : shown;
  return cut.replace(/\p{Cc}/gu, '?');
}

function isPublic(run: string): boolean {
  return SHA_256.test(run) || PROTOCOL_NAME.test(run);
}

/** A URL from a message as a fact: without query, fragment and user information; undefined if it isn't a URL. */
export function factUrl(text: string): string | undefined {
  if (text.length > 2048 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // As it was written: the parser changes spelling and adds a slash to an origin, and such differences are searched for.
  if (url.username === '' && url.password === '') return factText(text.split(/[?#]/, 1)[0] ?? '');
  return factText(`${url.protocol}//${url.host}${url.pathname}`);
}

/** The listed facts, each within the size limits. @returns undefined without any */
export function allowedFacts(facts: Facts | undefined, allowed: readonly FactName[]): Facts | undefined {
  if (facts === undefined) return undefined;
  const kept = allowed.flatMap((name): [FactName, FactValue][] => {
    const value = facts[name];
    return value === undefined ? [] : [[name, limited(value)]];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function limited(value: FactValue): FactValue {
  if (typeof value === 'string') return factText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value.slice(0, LONGEST_LIST).map(factText);
}
