/** The part of oidc-provider that is used. It is loaded at the first request to a tenant with a client. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@countersign/shared/kernel/json';

/** Stores the library's records of one kind. */
export interface Adapter {
  /** @param expiresIn seconds */
  upsert(id: string, payload: JsonObject, expiresIn: number): Promise<void>;
  find(id: string): Promise<JsonObject | undefined>;
  findByUid(uid: string): Promise<JsonObject | undefined>;
  findByUserCode(code: string): Promise<JsonObject | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grant: string): Promise<void>;
}

/** Keeps nothing. */
export const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

/** An authorization request that waits for the user. */
export interface Interaction {
  readonly uid: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The browser's at the start, if it kept a login. */
  readonly session?: { readonly uid?: string; readonly accountId?: string };
}

/** The library's record of a browser. */
export interface BrowserSession {
  accountId?: string | undefined;
  loginTs?: number | undefined;
  acr?: string | undefined;
  amr?: readonly string[] | undefined;
  authorizations?: Record<string, unknown>;
  persist(): Promise<string>;
}

export interface Account {
  readonly accountId: string;
  /** The client that the subject is for. */
  readonly client: string;
  readonly sub: string;
  claims(use: 'id_token' | 'userinfo', scope: string, claims: JsonObject): Promise<JsonObject>;
}

export interface Grant {
  addOIDCScope(scope: string): void;
  addOIDCClaims(names: readonly string[]): void;
}

/** The class of a code or a token. */
export interface OfGrant {
  readonly prototype: { generateTokenId(this: { readonly grantId: string }): string };
}

/** The context of a request in the library. */
export interface LibraryContext {
  body: unknown;
  status: number;
  type: string;
  readonly method: string;
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId?: string };
    readonly account?: Account;
    readonly params: Record<string, string | undefined>;
    readonly claims?: JsonObject;
    readonly result?: { readonly login?: JsonObject; readonly consent?: object };
    readonly provider: Provider;
  };
  get(name: string): string;
  set(name: string, value: string): void;
}

/** What the library's tokens read of a request. */
interface OfRequest {
  readonly ctx: { readonly oidc: { readonly client: LibraryClient; readonly account: Account } };
}

interface IdToken {
  set(name: string, value: string | undefined): void;
  issue(of: { readonly use: 'idtoken' }): Promise<string>;
}

/** The available claims that a scope or a request names. */
interface ChosenClaims {
  scope(scope: string): void;
  mask(claims: JsonObject): void;
  result(): Promise<JsonObject>;
}

export interface Provider {
  proxy: boolean;
  readonly Grant: {
    new (of: { readonly jti: string; readonly clientId: string; readonly accountId: string }): Grant;
  };
  readonly AuthorizationCode: OfGrant;
  readonly AccessToken: OfGrant;
  readonly IdToken: new (available: object, of: OfRequest) => IdToken;
  readonly Claims: new (available: object, of: OfRequest) => ChosenClaims;
  readonly Session: { findByUid(uid: string): Promise<BrowserSession | undefined> };
  readonly Client: { find(id: string): Promise<LibraryClient | undefined> };
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  /** @returns where the browser continues */
  interactionResult(
    request: IncomingMessage,
    response: ServerResponse,
    result: JsonObject,
    options: { readonly mergeWithLastSubmission: boolean },
  ): Promise<string>;
  on(event: 'server_error', listener: (context: LibraryContext, error: unknown) => void): void;
}

export interface LibraryClient {
  readonly backchannelLogoutUri?: string;
  backchannelLogout(accountId: string | undefined, sid: string): Promise<void>;
}

export interface Library {
  readonly Provider: new (issuer: string, configuration: object) => Provider;
  readonly errors: Readonly<
    Record<'InvalidGrant' | 'InvalidRequest' | 'AccessDenied', new (description?: string) => Error>
  > & {
    readonly CustomOIDCProviderError: new (error: string, description?: string) => Error;
    readonly SessionNotFound: new (description?: string) => Error;
  };
  readonly interactionPolicy: {
    base(): Policy;
    readonly Check: new (
      reason: string,
      description: string,
      error: string,
      check: (ctx: LibraryContext) => Promise<boolean>,
    ) => PolicyCheck;
    readonly Prompt: new (of: { readonly name: string; readonly requestable: boolean }) => PolicyPrompt;
  };
}

export interface PolicyCheck {
  readonly reason: string;
}

export interface PolicyPrompt {
  readonly checks: { add(check: PolicyCheck): void };
}

/** When to ask the user. */
export interface Policy {
  get(prompt: string): PolicyPrompt;
  add(prompt: PolicyPrompt): void;
}

interface CurrentRequest {
  run: (context: LibraryContext, answer: () => Promise<void>) => Promise<void>;
}

/** It warns of Node 20, on which it runs: our tests do. */
export async function loadLibrary(): Promise<Library> {
  const library = (await import('oidc-provider')) as unknown as Library;
  // We configure nothing that needs to know the current request. To know it, Node 20 follows every promise of the
  // process after the first login, not only the library's: each then costs nearly three times as much.
  const { default: current } = (await import('oidc-provider/lib/helpers/als.js')) as { default: CurrentRequest };
  current.run = (_, answer) => answer();
  return library;
}
