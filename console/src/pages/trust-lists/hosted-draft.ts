/** What is typed to write a published list or one of its entities, and the body that it makes. Pure. */
import type { Answer } from '../../api/answer.ts';
import { jsonObjectOf } from '../../parts/json-object.ts';
import { recordsOf } from '../../parts/records.ts';

export type HostedListAnswer = Answer<'HostedListDetails'>;
export type HostedEntity = HostedListAnswer['trustedEntities'][number];

/** The list's path in the API. */
export function hostedListPath(id: string): string {
  return `/hosted-lists/${encodeURIComponent(id)}`;
}

export interface SchemeDraft {
  readonly id: string;
  /** JSON, as it was typed. */
  readonly scheme: string;
}

export interface EntityDraft {
  readonly id: string;
  /** JSON, as it was typed: everything but the certificates. */
  readonly entity: string;
  /** PEM for each service, in their order. */
  readonly pems: readonly string[];
}

const english = (value: string) => [{ lang: 'en', value }];
const street = [{ lang: 'en', street: 'Street 1', country: 'DE' }];
const written = (value: object): string => JSON.stringify(value, null, 2);

export const EMPTY_SCHEME: SchemeDraft = {
  id: '',
  scheme: written({
    list: 'pid-providers',
    operator: {
      name: english('Federal Agency'),
      addresses: street,
      contacts: [{ lang: 'en', uri: 'mailto:lists@agency.example' }],
    },
    name: english('DE:providers of PIDs'),
    information: [{ lang: 'en', uri: 'https://agency.example/scheme' }],
    policy: [{ lang: 'en', uri: 'https://agency.example/policy' }],
  }),
};

export const EMPTY_ENTITY: EntityDraft = {
  id: '',
  entity: written({
    name: english('Ministry'),
    addresses: street,
    contacts: [{ lang: 'en', uri: 'mailto:pid@ministry.example' }],
    services: [{ purpose: 'issuance', name: english('PIDs') }],
  }),
  pems: [''],
};

/** The scheme of a list in force, to be changed. */
export function schemeDraftOf({ id, scheme }: Pick<HostedListAnswer, 'id' | 'scheme'>): SchemeDraft {
  return { id, scheme: written(scheme) };
}

/** An entity in force, to be changed. */
export function entityDraftOf({ id, services, ...described }: HostedEntity): EntityDraft {
  const shown = services.map(({ certificates: _, history: __, since: ___, ...service }) => service);
  return { id, entity: written({ ...described, services: shown }), pems: services.map(pemOf) };
}

function pemOf({ certificates }: HostedEntity['services'][number]): string {
  return certificates.map(({ pem }) => pem).join('');
}

/** Undefined if it is not a JSON object. */
export function schemeBodyOf({ scheme }: SchemeDraft): object | undefined {
  return jsonObjectOf(scheme);
}

/** Undefined if it is not a JSON object. */
export function entityBodyOf({ id, entity, pems }: EntityDraft): object | undefined {
  const described = jsonObjectOf(entity);
  if (described === undefined) return undefined;
  const services = recordsOf(described.services).map((service, index) => ({
    ...service,
    certificates: pems[index] ?? '',
  }));
  return { ...described, id: id.trim(), services };
}

/** The purpose of each service, while the text is a JSON object. */
export function purposesOf({ entity, pems }: EntityDraft): readonly string[] {
  const described = jsonObjectOf(entity);
  if (described === undefined) return pems.map(() => '');
  return recordsOf(described.services).map(({ purpose }) => (typeof purpose === 'string' ? purpose : ''));
}
