/** What TS12 requires of a payload beyond its schema (4.3): one row for each rule. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { namesOfPointer } from '@countersign/shared/kernel/json-pointer';
import type { ScaType } from '@countersign/shared/openid4vp/sca-payloads';

interface Rule {
  /** JSON pointer into the payload, of the member that the rule is about. */
  readonly at: string;
  readonly isBroken: (payload: JsonObject, now: number) => boolean;
  readonly detail: string;
}

const MIT = '/recurrence/mit_options';
const AMOUNTS = ['/amount', ...['min', 'max', 'total', 'initial'].map((name) => `${MIT}/${name}_amount`)];

const paymentRules: readonly Rule[] = [
  {
    at: '/execution_date',
    isBroken: (payload) => has(payload, 'execution_date') && has(payload, 'recurrence'),
    detail: 'A recurring payment has no execution_date: use recurrence/start_date',
  },
  {
    at: '/execution_date',
    isBroken: (payload, now) => isPastDay(own(payload, 'execution_date'), now),
    detail: 'The day must not be in the past',
  },
  ...AMOUNTS.map((at) => ({
    at,
    isBroken: (payload: JsonObject) => hasTooManyDecimals(valueAt(payload, at), own(payload, 'currency')),
    detail: 'More decimals than the currency has (ISO 4217)',
  })),
];

const rules: Readonly<Record<ScaType, readonly Rule[]>> = {
  'urn:eudi:sca:payment:1': paymentRules,
  'urn:eudi:sca:login_risk_transaction:1': [],
  'urn:eudi:sca:account_access:1': [],
  'urn:eudi:sca:emandate:1': [
    {
      at: '/purpose',
      isBroken: (payload) => !has(payload, 'purpose') && !has(payload, 'payment_payload'),
      detail: 'is required without payment_payload',
    },
    ...paymentRules.map(({ at, isBroken, detail }) => ({
      at: `/payment_payload${at}`,
      isBroken: (payload: JsonObject, now: number) => {
        const inner = own(payload, 'payment_payload');
        return isObject(inner) && isBroken(inner, now);
      },
      detail,
    })),
  ],
};

/**
 * The rules that a payload breaks, at most one for each member.
 * @param now milliseconds
 */
export function brokenRules(type: ScaType, payload: JsonObject, now: number): readonly FieldError[] {
  const found = new Map<string, FieldError>();
  for (const { at, isBroken, detail } of rules[type]) {
    if (!found.has(at) && isBroken(payload, now)) found.set(at, { pointer: at, detail });
  }
  return [...found.values()];
}

function has(payload: JsonObject, member: string): boolean {
  return own(payload, member) !== undefined;
}

function valueAt(payload: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = payload;
  for (const name of namesOfPointer(pointer)) value = isObject(value) ? own(value, name) : undefined;
  return value;
}

/** The text speaks of a date: the day counts, in the time zone that it was written in. */
function isPastDay(written: Json | undefined, now: number): boolean {
  const match = typeof written === 'string' ? /^(\d{4}-\d\d-\d\d)T.*?(?:Z|([+-])(\d\d):(\d\d))$/i.exec(written) : null;
  if (match === null) return false;
  const [, day = '', sign, hours = '0', minutes = '0'] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  return day < new Date(now + offset).toISOString().slice(0, 10);
}

function hasTooManyDecimals(value: Json | undefined, currency: Json | undefined): boolean {
  if (typeof value !== 'number' || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return false;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return decimalsOf(value) > maximumFractionDigits;
}

function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
