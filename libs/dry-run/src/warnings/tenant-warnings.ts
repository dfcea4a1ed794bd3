/** Warnings about a configuration's surroundings: certificates, trust, time limits, addresses. Pure. */

import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { DryRunRequest } from '@countersign/shared/messages/dry-run-request';
import type { Settings } from '@countersign/shared/settings/settings';
import { list, member } from './claim-names.ts';
import type { Warning, WarningCode } from './warning.ts';

const DAY = 86_400_000;
const EXPIRES_SOON = 30 * DAY;

/** The key that signs, or why none is available. */
export type SigningState = { readonly notAfter: number } | { readonly broken: string };

/** @param now milliseconds @param lifetime of the credential, seconds */
export function certificateWarnings(key: SigningState, now: number, lifetime?: number): readonly Warning[] {
  if ('broken' in key) return [{ code: 'key_unusable', detail: key.broken }];
  const left = key.notAfter - now;
  const days = Math.floor(left / DAY);
  if (left <= 0) return [{ code: 'certificate_expired', detail: 'The signing certificate has expired' }];
  const beyond = lifetime !== undefined && lifetime * 1000 > left;
  return [
    ...(left < EXPIRES_SOON
      ? [{ code: 'certificate_expires' as const, detail: `The signing certificate expires in ${days} days` }]
      : []),
    ...(beyond
      ? [
          {
            code: 'lifetime_beyond_certificate' as const,
            pointer: '/lifetime',
            detail: `The credential outlives its certificate, which expires in ${days} days`,
          },
        ]
      : []),
  ];
}

/** Certificates of a purpose: when they expire, milliseconds. */
export function anchorWarnings(
  ends: readonly number[],
  now: number,
  code: 'wallet_provider_expired' | 'trust_anchor_expired',
): readonly Warning[] {
  const over = ends.filter((end) => end <= now).length;
  return over === 0 ? [] : [{ code, detail: `${over} of ${ends.length} trusted certificates have expired` }];
}

/** Attestations that a configuration requires and the tenant trusts no provider for. */
export function attestationWarnings(
  configuration: JsonObject,
  walletProviders: number,
  haip: boolean,
): readonly Warning[] {
  if (walletProviders > 0) return [];
  const types = member(member(configuration, 'config'), 'proof_types_supported');
  const attested = Object.values(types).some((type) => isObject(type) && type.key_attestations_required !== undefined);
  const detail = 'The tenant trusts no wallet provider';
  return [
    ...(attested
      ? [{ code: 'key_attestation_without_anchor' as const, pointer: '/config/proof_types_supported', detail }]
      : []),
    ...(haip
      ? [
          {
            code: 'client_attestation_without_anchor' as const,
            detail: `${detail}, and its profile haip lets no other wallet in`,
          },
        ]
      : []),
  ];
}

export type TimeLimits = Pick<
  Settings,
  'CODE_TTL' | 'PRE_AUTHORIZED_CODE_TTL' | 'REQUEST_TTL' | 'SESSION_TTL' | 'TOKEN_TTL_DPOP'
>;

/** Seconds. Below these values users or wallets are too late. */
const LEAST: TimeLimits = {
  CODE_TTL: 15,
  PRE_AUTHORIZED_CODE_TTL: 60,
  REQUEST_TTL: 60,
  SESSION_TTL: 120,
  TOKEN_TTL_DPOP: 60,
};

/**
 * Settings that let offers, requests or tokens end before users can finish. @param names the settings of this kind of
 * flow
 */
export function timeLimitWarnings(
  settings: Partial<TimeLimits>,
  names: readonly (keyof TimeLimits)[],
): readonly Warning[] {
  return names.flatMap((name): Warning[] => {
    const seconds = settings[name];
    if (seconds === undefined || seconds >= LEAST[name]) return [];
    return [{ code: 'time_limit_short', detail: `${name} is ${seconds} s` }];
  });
}

/** The result of calling an address from inside. */
export type Probe =
  | { readonly ok: true; readonly status: number; readonly body: Buffer; readonly type: string }
  /** A code of OutboundError. */
  | { readonly ok: false; readonly why: string };

/** @param expected this tenant's `credential_issuer` @param probe of its issuer metadata, through PUBLIC_URL */
export function publicUrlWarnings(publicUrl: string, expected: string, probe: Probe): readonly Warning[] {
  const insecure: readonly Warning[] = publicUrl.startsWith('https:')
    ? []
    : [{ code: 'public_url_insecure', detail: `PUBLIC_URL is ${new URL(publicUrl).protocol}//, and not https` }];
  if (!probe.ok) {
    return [
      ...insecure,
      { code: 'public_url_unreachable', detail: `PUBLIC_URL cannot be reached from this server: ${probe.why}` },
    ];
  }
  if (probe.status === 200 && issuerOf(probe.body) === expected) return insecure;
  const answer = probe.status === 200 ? 'the metadata of another issuer' : `status ${probe.status}`;
  return [
    ...insecure,
    { code: 'public_url_other_server', detail: `The tenant's metadata at PUBLIC_URL returned ${answer}` },
  ];
}

function issuerOf(body: Buffer): string | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value as JsonObject) ? String((value as JsonObject).credential_issuer) : undefined;
  } catch {
    return undefined;
  }
}

/** A code that users type (OpenID4VCI 1.0, 4.1.1). @param form the run's `tx_code` */
export function transactionCodeWarnings(form: DryRunRequest['tx_code']): readonly Warning[] {
  if (typeof form === 'string') return weak(form.length, /^\d+$/.test(form));
  if (typeof form !== 'object') return [];
  const { length = 6, input_mode: mode = 'numeric' } = form;
  return weak(length, mode !== 'text');
}

function weak(length: number, numeric: boolean): readonly Warning[] {
  const pointer = '/tx_code';
  return [
    ...(numeric && length < 6
      ? [{ code: 'tx_code_weak' as const, pointer, detail: `The transaction code has ${length} digits` }]
      : []),
    ...(numeric ? [] : [{ code: 'tx_code_text' as const, pointer, detail: 'The transaction code has letters' }]),
  ];
}

/** Addresses of a webhook by their pointers, and what forbids them. */
export function webhookWarnings(
  found: readonly { readonly pointer: string; readonly detail: string }[],
): readonly Warning[] {
  const code: WarningCode = 'webhook_not_allowed';
  return found.map(({ pointer, detail }) => ({ code, pointer, detail }));
}

/** The issuer metadata as wallets read it. */
export function metadataWarnings(metadata: JsonObject): readonly Warning[] {
  return list(metadata, 'display').length > 0
    ? []
    : [{ code: 'issuer_display_missing', detail: 'The issuer has no display' }];
}
