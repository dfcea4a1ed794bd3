/**
 * What a document type prescribes about its configuration and credentials, one row per type. Pure.
 *
 * A proof of age (EU age verification profile, annex A) tells nothing but thresholds. Whatever its copies share beyond
 * that links them: a status index, the second of issue.
 */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import { AGE_DOCTYPE, AGE_NAMESPACE } from '@countersign/shared/mdoc/element-types';

export interface DocumentRules {
  /** Id of the configuration, and its scope: wallets know no other. */
  readonly id: string;
  readonly namespace: string;
  /** Its elements; every other one is refused. */
  readonly element: RegExp;
  /** Seconds. Its credentials have no status, so this is how long an error lasts. */
  readonly longestLife: number;
  /** Seconds: its times are multiples. */
  readonly timeUnit: number;
  /** Credentials in one request. */
  readonly batchSize: number;
  /** Scheme of offer links. */
  readonly offerScheme: string;
}

const DAY = 86_400;

const RULES: ReadonlyMap<string, DocumentRules> = new Map([
  [
    AGE_DOCTYPE,
    {
      id: 'proof_of_age',
      namespace: AGE_NAMESPACE,
      element: /^age_over_\d{2}$/,
      longestLife: 90 * DAY,
      timeUnit: DAY,
      batchSize: 30,
      offerScheme: 'av',
    },
  ],
]);

/** @returns undefined for types that prescribe nothing here */
export function documentRules(doctype: string): DocumentRules | undefined {
  return RULES.get(doctype);
}

/** Why wallets would refuse the credentials of a configuration. @param id of the configuration */
export function documentFindings(doctype: string, id: string, value: JsonObject): readonly FieldError[] {
  const rules = documentRules(doctype);
  if (rules === undefined) return [];
  return [...nameFindings(rules, id, value), ...lifeFindings(rules, value), ...elementFindings(rules, value)];
}

function nameFindings(rules: DocumentRules, id: string, { config }: JsonObject): readonly FieldError[] {
  const scope = isObject(config) ? own(config, 'scope') : undefined;
  return [
    ...(id === rules.id
      ? []
      : [{ pointer: '/id', detail: `The configuration of this document type has the id ${rules.id}` }]),
    ...(scope === undefined || scope === rules.id
      ? []
      : [{ pointer: '/config/scope', detail: `Wallets request this document type with the scope ${rules.id}` }]),
  ];
}

function lifeFindings({ longestLife, timeUnit }: DocumentRules, value: JsonObject): readonly FieldError[] {
  const { lifetime, refresh } = value;
  const days = (seconds: number): string => `${seconds / DAY} day${seconds === DAY ? '' : 's'}`;
  const withoutStatus = 'Credentials of this type have no status, because copies could be linked by it';
  return [
    ...(typeof lifetime === 'number' && (lifetime > longestLife || lifetime < timeUnit)
      ? [{ pointer: '/lifetime', detail: `Proofs of this type live from ${days(timeUnit)} to ${days(longestLife)}` }]
      : []),
    ...(value.short_lived === undefined
      ? []
      : [{ pointer: '/short_lived', detail: `Remove short_lived. ${withoutStatus}` }]),
    ...(value.revocation_chaining === true ? [{ pointer: '/revocation_chaining', detail: withoutStatus }] : []),
    ...(isObject(refresh) && refresh.older_credentials === 'revoke'
      ? [{ pointer: '/refresh/older_credentials', detail: withoutStatus }]
      : []),
  ];
}

function elementFindings({ namespace, element }: DocumentRules, { claims }: JsonObject): readonly FieldError[] {
  if (!isObject(claims)) return [];
  const detail = `This document type has only ${namespace} with elements ${element.source.slice(1, -1)}`;
  return Object.entries(claims).flatMap(([space, elements]) => {
    if (space !== namespace) return [{ pointer: `/claims/${space}`, detail }];
    const names = isObject(elements) ? Object.keys(elements) : [];
    return names.filter((name) => !element.test(name)).map((name) => ({ pointer: `/claims/${space}/${name}`, detail }));
  });
}
