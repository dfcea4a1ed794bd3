/** The `acr` of logins: what a client reaches, and what a request insists on (OpenID Connect Core 1.0, 2, 3.1.2.1 and 5.5.1.1). Pure. */
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { LoginClient } from './client.ts';
import { claimsOf } from './requested-claims.ts';

/** OpenID Connect Core 1.0, 2: no level is claimed. Every login reaches it, so a client without `acr` has it. */
export const NO_LEVEL = '0';

type Leveled = Pick<LoginClient, 'acr'>;
type Parameters = Readonly<Record<string, string | undefined>>;

/** Of eIDAS, and of federations that use its words; from another device, a login has one less. */
const BELOW: Readonly<Record<string, string | undefined>> = { high: 'substantial', substantial: 'low', low: undefined };

/**
 * What a login says of itself.
 * @param across a wallet on another device answered: nothing proves that its holder sits at the browser
 */
export function reachedAcr({ acr }: Leveled, across: boolean): string | undefined {
  const [, scale = '', level = ''] = /^(.*\/loa\/)(high|substantial|low)$/i.exec(acr ?? '') ?? [];
  if (!across || scale === '') return acr;
  const below = BELOW[level];
  return below && scale + below;
}

/** `acr` of the ID token: a login without a level says so if the request accepts that. */
export function saidAcr(client: Leveled, params: Parameters, across: boolean): string | undefined {
  return reachedAcr(client, across) ?? (wantedAcr(params).values.includes(NO_LEVEL) ? NO_LEVEL : undefined);
}

/** Whether such a login has what the request insists on. */
export function reaches(client: Leveled, params: Parameters, across: boolean): boolean {
  const { values, essential } = wantedAcr(params);
  const reached = reachedAcr(client, across);
  // An essential value must be the one of the token; a voluntary one is a lower bound.
  return values.length === 0 || values.includes(reached ?? NO_LEVEL) || (!essential && values.includes(NO_LEVEL));
}

/** Values for discovery: those that every client reaches come first, because any client may ask for the first. */
export function offeredAcr(clients: readonly Leveled[]): readonly string[] {
  const all = new Set(clients.map(({ acr }) => acr));
  const named = [...all].filter((acr) => acr !== undefined);
  return all.size === 1 ? [...named, NO_LEVEL] : [NO_LEVEL, ...named];
}

/** Values of which the request needs one: of an essential claim of the ID token, or else of `acr_values`. */
export function wantedAcr(params: Parameters): { readonly values: readonly string[]; readonly essential: boolean } {
  const idToken = own(claimsOf(params.claims), 'id_token');
  const asked = isObject(idToken) ? own(idToken, 'acr') : undefined;
  const values = isObject(asked) && asked.essential === true ? textsOf(asked) : [];
  if (values.length > 0) return { values, essential: true };
  return { values: (params.acr_values ?? '').split(' ').filter((value) => value !== ''), essential: false };
}

function textsOf({ value, values }: JsonObject): readonly string[] {
  return [value, ...(Array.isArray(values) ? values : [])].filter((one) => typeof one === 'string');
}
