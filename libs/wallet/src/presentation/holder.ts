/**
 * The wallet as holder of credentials: it parses a presentation request, chooses, and responds (OpenID4VP 1.0, 5 to 8).
 */
import { randomBytes } from 'node:crypto';
import { payloadOf } from '../jwt/disclosed-claims.ts';
import { isJwtVc } from '../jwt/jwt-vc-claims.ts';
import { ES256, ESP256 } from '../mdoc/cose.ts';
import { isMdoc } from '../mdoc/issuer-signed.ts';
import type { CredentialFormat, PresentationHabits } from '../profiles/wallet-habits.ts';
import type { Answer } from '../sending/answer.ts';
import { Refused, succeeded, WalletRefuses } from '../sending/failures.ts';
import type { Transport } from '../sending/transport.ts';
import { type Binding, redirectBinding } from './binding.ts';
import { discloseAsked, formatOf, mismatchOf } from './disclose.ts';
import { askEncryptedRequest, openRequestObject } from './encrypted-request.ts';
import { presentJwtVc } from './jwt-vc.ts';
import { type CredentialQuery, encrypt, type HeldCredential, type PresentationRequest, present } from './present.ts';
import { presentMdoc } from './present-mdoc.ts';
import { confirmationOf, deviceConfirmationOf } from './transaction-data.ts';
import { containsRequest, readValueRequest } from './value-request.ts';

export interface HolderOptions {
  readonly transport: Transport;
  readonly habits: PresentationHabits;
  /** Seconds. */
  readonly now: () => number;
  /** The wallet's credentials, oldest first. */
  readonly held: () => readonly HeldCredential[];
}

/** The match for a query: the credential with its disclosures. */
export interface Chosen {
  readonly id: string;
  readonly held: HeldCredential;
}

export interface Presented {
  readonly request: PresentationRequest;
  readonly chosen: readonly Chosen[];
  readonly answer: Answer;
}

export class Holder {
  readonly #options: HolderOptions;

  constructor(options: HolderOptions) {
    this.#options = options;
  }

  /** Reads or fetches a link's request. @throws Refused @throws WalletRefuses if this wallet doesn't accept it */
  async open(link: string): Promise<PresentationRequest> {
    const request = containsRequest(link) ? readValueRequest(link) : await this.#fetched(link);
    this.#check(request);
    return request;
  }

  async #fetched(link: string): Promise<PresentationRequest> {
    const { searchParams } = new URL(link);
    const url = searchParams.get('request_uri') ?? '';
    const posts = this.#options.habits.requestMethod === 'post' && searchParams.get('request_uri_method') === 'post';
    const wallet_nonce = randomBytes(16).toString('base64url');
    const { encryptedRequest: how } = this.#options.habits;
    const asked = posts && how !== undefined ? askEncryptedRequest() : undefined;
    const metadata = { ...metadataOf(this.#options.habits), ...asked?.metadata };
    const form = { wallet_nonce, wallet_metadata: JSON.stringify(metadata) };
    const answer = await this.#options.transport.send(() => {
      const step = 'request-object';
      return posts ? { step, method: 'POST', url, headers: {}, form } : { step, method: 'GET', url, headers: {} };
    });
    const { text } = succeeded('request-object', answer);
    const request = requestOf(
      asked === undefined || how === undefined ? text : await openRequestObject(text, asked, how),
    );
    if (posts && request.wallet_nonce !== wallet_nonce)
      throw new WalletRefuses('The request repeats another wallet_nonce');
    return request;
  }

  #check({ response_mode: mode, client_metadata: metadata }: PresentationRequest): void {
    const lists = metadata !== undefined && 'encrypted_response_enc_values_supported' in metadata;
    if (this.#options.habits.refusesUnusedEncryption && lists && !mode.endsWith('.jwt')) {
      throw new WalletRefuses('The request lists encryptions for an unencrypted response');
    }
  }

  /** The newest credential for each query, with its disclosures. @throws WalletRefuses if one is missing */
  choose({ dcql_query: query }: Pick<PresentationRequest, 'dcql_query'>): readonly Chosen[] {
    const wanted = wantedIds(query, (one) => this.#answering(one) !== undefined);
    return query.credentials
      .filter(({ id }) => wanted.has(id))
      .map((one) => {
        const held = this.#answering(one);
        if (held === undefined) throw new WalletRefuses(this.#lacks(one), TAKE_ONE);
        return { id: one.id, held: this.#disclosed(held, one) };
      });
  }

  #answering(query: CredentialQuery): HeldCredential | undefined {
    const { transport, habits } = this.#options;
    return this.#held().findLast(
      ({ credential }) => transport.presentsAny || mismatchOf(credential, query, habits) === undefined,
    );
  }

  #disclosed(held: HeldCredential, query: CredentialQuery): HeldCredential {
    if (this.#options.habits.discloses === 'all') return held;
    return { ...held, credential: discloseAsked(held.credential, query, this.#options.habits) };
  }

  /** Credentials in the formats that this wallet knows. */
  #held(): readonly HeldCredential[] {
    const { held, habits } = this.#options;
    return held().filter(({ credential }) => habits.formats?.includes(formatOf(credential)) !== false);
  }

  #lacks(query: CredentialQuery): string {
    const { vct_values: vcts = [], doctype_value: doctype, type_values: sets = [] } = query.meta ?? {};
    const types = [...vcts, ...(doctype === undefined ? [] : [doctype]), ...sets.map((set) => set.join(' and '))];
    const type = types.length === 0 ? '' : ` of the type ${types.join(' or ')}`;
    const found = this.#held().findLast(
      ({ credential }) => mismatchOf(credential, { ...query, claims: [] }) === undefined,
    );
    const why = found === undefined ? '' : ` (${mismatchOf(found.credential, query)})`;
    return `The wallet has no credential${type} for the query '${query.id}'${why}`;
  }

  /** Presentations with their proofs, by query. @param bound default: to the client id and the response address */
  vpToken(
    request: PresentationRequest,
    chosen: readonly Chosen[],
    bound: Binding = redirectBinding(request),
  ): Record<string, string[]> {
    return Object.fromEntries(chosen.map((one) => [one.id, [this.#presentation(one, request, bound)]]));
  }

  #presentation({ id, held }: Chosen, request: PresentationRequest, bound: Binding): string {
    const { now, transport } = this.#options;
    if (isMdoc(held.credential)) {
      const change = { deviceNameSpaces: deviceConfirmationOf(request, id), ...transport.mdocChange };
      return presentMdoc(held, bound.transcript, change);
    }
    if (isJwtVc(held.credential)) {
      const proof = { payload: { iat: now() }, sign: transport.sign, audience: bound.audience };
      return presentJwtVc({ ...held, credential: transport.presented(held.credential) }, request, proof);
    }
    const payload = { iat: now(), ...confirmationOf(request, id) };
    const change = { payload, sign: transport.sign, audience: bound.audience };
    return present({ credential: transport.presented(held.credential), key: held.key }, request, change);
  }

  /** Posts a response in the request's mode: the presentations, or an error. @throws Refused */
  async respond(request: PresentationRequest, body: ResponseBody): Promise<Answer> {
    const { response_uri: url, state } = request;
    const known = state === undefined ? {} : { state };
    const plain = {
      ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(value)])),
      ...known,
    };
    const sealed = { form: {}, json: { ...body, ...known }, encrypt: async (clear: object) => encrypt(request, clear) };
    const parts = request.response_mode.endsWith('.jwt') ? sealed : { form: plain };
    const { transport, habits } = this.#options;
    const answer = await transport.send(() => ({ step: 'response', method: 'POST', url, headers: {}, ...parts }));
    if (habits.statuses !== undefined && !habits.statuses.includes(answer.status))
      throw new Refused('response', answer);
    return succeeded('response', answer);
  }

  /** Responds to a link's request with the wallet's credentials. */
  async present(link: string): Promise<Presented> {
    const request = await this.open(link);
    const chosen = this.choose(request);
    const answer = await this.respond(request, { vp_token: this.vpToken(request, chosen) });
    return { request, chosen, answer };
  }
}

const TAKE_ONE = 'create an offer for it, accept the offer with this wallet, and run this command again';

export type ResponseBody =
  | { readonly vp_token: object }
  | { readonly error: string; readonly error_description?: string };

/** The metadata that this wallet posts for a request object (OpenID4VP 1.0, 5.10). */
function metadataOf({ formats = ['dc+sd-jwt', 'mso_mdoc', 'jwt_vc_json'] }: PresentationHabits): object {
  const known = formats.map((format) => [format, FORMATS[format]]);
  return {
    vp_formats_supported: Object.fromEntries(known),
    client_id_prefixes_supported: ['x509_hash', 'x509_san_dns', 'redirect_uri'],
    request_object_signing_alg_values_supported: ['ES256'],
  };
}

const FORMATS: Readonly<Record<CredentialFormat, object>> = {
  'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
  mso_mdoc: { issuerauth_alg_values: [ES256, ESP256], deviceauth_alg_values: [ES256, ESP256] },
  jwt_vc_json: { alg_values: ['ES256'] },
};

/** Without sets, all queries; with sets, the first satisfiable option of each (OpenID4VP 1.0, 6.4.2). */
function wantedIds(
  { credentials, credential_sets: sets }: PresentationRequest['dcql_query'],
  isHeld: (query: CredentialQuery) => boolean,
): ReadonlySet<string> {
  if (sets === undefined) return new Set(credentials.map(({ id }) => id));
  const held = new Set(credentials.filter(isHeld).map(({ id }) => id));
  const chosen = sets.flatMap(({ options, required = true }) => {
    const found = options.find((option) => option.every((id) => held.has(id)));
    return found ?? (required ? (options[0] ?? []) : []);
  });
  return new Set(chosen);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function requestOf(jwt: string): PresentationRequest {
  try {
    return payloadOf(jwt) as unknown as PresentationRequest;
  } catch {
    throw new WalletRefuses('The request is not a signed request object', 'check that the link comes from this server');
  }
}
