/** The requests of a dry run: sent to this very server, and recorded as steps. */

import type { Clock } from '@countersign/shared/kernel/clock';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { DryRunStep } from '@countersign/shared/messages/dry-run-report';
import type { Settings } from '@countersign/shared/settings/settings';
import { ownAddress } from '../surroundings/own-address.ts';

export interface StepLog {
  readonly steps: readonly DryRunStep[];
  /** For the wallet. Redirects are not followed. */
  readonly fetch: typeof fetch;
}

export interface StepLogOptions {
  readonly settings: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>;
  /** Headers that let this server recognize the requests. */
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Ends requests under way. */
  readonly signal: AbortSignal;
  readonly onStep?: (step: DryRunStep) => void;
}

/** The steps by the ends of their paths, with the names from the reason catalogue. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/\/vci\/offer\//, 'offer'],
  [/\/\.well-known\//, 'metadata'],
  [/\/authorize\/par$/, 'par'],
  [/\/authorize\/challenge$/, 'challenge'],
  [/\/authorize\/attestation-challenge$/, 'attestation_challenge'],
  [/\/authorize\/token$/, 'token'],
  [/\/authorize$/, 'authorize'],
  [/\/vci\/nonce$/, 'nonce'],
  [/\/vci\/credential$/, 'credential'],
  [/\/vci\/deferred$/, 'deferred'],
  [/\/vci\/notification$/, 'notification'],
  [/\/oid4vp\/request\//, 'request-object'],
  [/\/oid4vp\/response$/, 'response'],
];

/** Calls addresses below PUBLIC_URL at the address that this process listens on. Other addresses are not called. */
export function createStepLog(options: StepLogOptions): StepLog {
  const { settings, headers: own, clock, signal, onStep } = options;
  const origin = new URL(settings.PUBLIC_URL).origin;
  const here = ownAddress(settings);
  const steps: DryRunStep[] = [];
  const sent: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    if (url.origin !== origin) throw new Error(`The wallet is redirected to a different server: ${url.origin}`);
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    const started = clock();
    const response = await fetch(here + url.pathname + url.search, { ...init, headers, redirect: 'manual', signal });
    const step = await stepOf(response, { url, method: init.method ?? 'GET', ms: clock() - started });
    steps.push(step);
    onStep?.(step);
    return response;
  };
  return { steps, fetch: sent };
}

async function stepOf(
  response: Response,
  { url, method, ms }: { readonly url: URL; readonly method: string; readonly ms: number },
): Promise<DryRunStep> {
  const { status } = response;
  const error = status >= 400 ? errorOf(await response.clone().text()) : redirectedError(response);
  const request = response.headers.get('x-request-id');
  return {
    step: STEPS.find(([path]) => path.test(url.pathname))?.[1] ?? 'other',
    method,
    url: url.origin + url.pathname.replace(/(\/(?:offer|request)\/)(.*\/)?[^/]+$/, '$1$2...'),
    status,
    ms,
    outcome: outcomeOf(status, error),
    ...(error === undefined ? {} : { error }),
    ...(request === null ? {} : { request }),
  };
}

/** Errors that a wallet treats as the next step. */
const DEMANDS: ReadonlySet<string | undefined> = new Set([
  'insufficient_authorization',
  'redirect_to_web',
  'use_dpop_nonce',
  'use_attestation_challenge',
]);

function outcomeOf(status: number, error: string | undefined): DryRunStep['outcome'] {
  if (status < 400 && error === undefined) return 'ok';
  return DEMANDS.has(error) ? 'info' : 'refused';
}

function errorOf(text: string): string | undefined {
  const body = readObject(text);
  const code = body.error ?? body.type;
  return typeof code === 'string' ? code : undefined;
}

function redirectedError(response: Response): string | undefined {
  const location = response.headers.get('location') ?? '';
  return URL.canParse(location) ? (new URL(location).searchParams.get('error') ?? undefined) : undefined;
}

function readObject(text: string): JsonObject {
  try {
    const value: Json = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
