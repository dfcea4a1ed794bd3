/** Presentation configurations: the named queries for wallets, checked and completed. */

import type { WrittenPresentation } from '@countersign/shared/configuration-documents/presentation-configuration';
import { withChecks } from '@countersign/shared/flow-config/document-findings';
import { errorsBelow, withPublicUrl } from '@countersign/shared/flow-config/listed';
import { neutralWebhook } from '@countersign/shared/flow-config/webhook-config';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { ageFindings } from './age-query.ts';
import { originFindings } from './dc-api-origins.ts';
import { unknownMembers } from './dcql-members.ts';
import { type DcqlQuery, parseDcqlQuery } from './dcql-query.ts';
import { KEPT_BY_INTERMEDIARY } from './kept-by-intermediary.ts';
import { rawFindings } from './raw-presentations.ts';

export interface PresentationConfiguration {
  readonly id: string;
  /** As sent to the wallet. */
  readonly dcqlQuery: JsonObject;
  readonly query: DcqlQuery;
  /** How requests are made; absent: signed under the tenant's certificate. */
  readonly profile?: RequestProfileName;
  /** Set if only a zero-knowledge proof is accepted. */
  readonly zeroKnowledge?: 'required';
  /** The named key set whose access certificate signs the requests. Default: the tenant's */
  readonly keySet?: string;
  /** Id of the registration certificate, which may not exist. */
  readonly registrationId?: string;
  /** Set if the tenant is an intermediary: the identifier of the party it acts for. */
  readonly client?: string;
  /** Purpose of the request, from the registration certificate: `{locale, name}` per language. */
  readonly purpose: readonly JsonObject[];
  /** Address of the privacy policy, from the registration certificate. */
  readonly privacyPolicy?: string;
  /** WebhookConfig in its neutral form. */
  readonly webhook?: JsonObject;
  /** Set if a credential is accepted although its status list is unreachable. */
  readonly statusUnreachable?: 'accept';
  /** Set if lists are fetched for each response, or not at all. */
  readonly statusCheck?: 'live' | 'off';
  /** Set if a credential's `iss` is not compared with the names in the certificate that signed it. */
  readonly issuerName?: 'any';
  /** Set if an mdoc may present a different `age_over_NN` that decides the requested one. */
  readonly ageOver?: 'nearest';
  /** Set if each credential that confirms transaction data signs all entries. */
  readonly transactionBinding?: 'all';
  /** Set if the presented claims are erased once the webhook has received them. */
  readonly retention?: 'webhook';
  /** Set if the backend receives the presented claims only through the response code. */
  readonly release?: 'response_code';
  /** Ids of the queries whose presentations the backend receives as sent. */
  readonly raw?: readonly string[];
  /** Set if the webhook's response may choose where the user returns: the allowed origins. */
  readonly redirectOrigins?: readonly string[];
  /** Origins of the pages that may use the Digital Credentials API; empty if no page may. */
  readonly origins: readonly string[];
  /** Forms of a request for that API to send in addition to the signed one. */
  readonly dcApiRequests: readonly DcApiForm[];
}

export type RequestProfileName = NonNullable<WrittenPresentation['profile']>;

/** Forms of a request for the Digital Credentials API in addition to the signed one (OpenID4VP 1.0, A.3). */
export type DcApiForm = NonNullable<WrittenPresentation['dcApiRequests']>[number];

export interface PresentationConfigurationContext {
  readonly publicUrl: string;
  readonly tenant: string;
  readonly id: string;
  /** Whether origins may be http on a loopback address, as in development. */
  readonly loopbackOrigins: boolean;
  readonly checkShape: (written: Json) => readonly FieldError[];
  readonly checkWebhook: (webhook: Json, pointer: string) => readonly FieldError[];
}

export interface ParsedPresentationConfiguration {
  readonly ok: boolean;
  /** With errors: its readable parts, only for more checks. */
  readonly configuration: PresentationConfiguration;
  readonly errors: readonly FieldError[];
}

/**
 * Checks a configuration as written, with `<PUBLIC_URL>` replaced in every string. Each check runs, even if others
 * fail.
 * @returns the configuration, and every error with its JSON pointer
 */
export function parsePresentationConfiguration(
  written: JsonObject,
  context: PresentationConfigurationContext,
): ParsedPresentationConfiguration {
  const value = withPublicUrl(written, credentialIssuer(context.publicUrl, context.tenant)) as JsonObject;
  const dcqlQuery = own(value, 'dcql_query');
  const parsed = parseDcqlQuery(dcqlQuery);
  const query = parsed.ok ? parsed.query : parsed.readable;
  const webhook = neutralWebhook(own(value, 'webhook'));
  const retention = own(value, 'retention');
  const registration = registrationIn(own(value, 'registrationCert'));
  const errors = withChecks(context.checkShape(written), [
    () => errorsBelow('/dcql_query', unknownMembers(dcqlQuery)),
    () => (parsed.ok ? [] : errorsBelow('/dcql_query', parsed.errors)),
    () => (webhook === undefined ? [] : context.checkWebhook(webhook, '/webhook')),
    () => originFindings('/origins', own(value, 'origins'), context.loopbackOrigins),
    () => originFindings('/redirectOrigins', own(value, 'redirectOrigins'), context.loopbackOrigins),
    () => (retention === undefined ? retainedWithoutEnd(query) : []),
    () =>
      retention === 'webhook' && own(value, 'webhook') === undefined
        ? [{ pointer: '/retention', detail: 'Without a webhook nobody receives it: add one, or use keep' }]
        : [],
    () => (own(value, 'profile') === 'age' ? ageFindings(value, query) : withoutAge(value)),
    () =>
      rawFindings(textsOf(own(value, 'raw')), { query, profile: own(value, 'profile'), client: registration.client }),
    () =>
      registration.client !== undefined && retention !== 'webhook'
        ? [{ pointer: '/retention', detail: KEPT_BY_INTERMEDIARY }]
        : [],
  ]);
  const keySet = own(value, 'keys');
  return {
    ok: errors.length === 0,
    errors,
    configuration: {
      id: context.id,
      dcqlQuery: isObject(dcqlQuery) ? dcqlQuery : {},
      query,
      ...(own(value, 'profile') === 'age' ? { profile: 'age' as const } : {}),
      ...(own(value, 'zeroKnowledge') === 'required' ? { zeroKnowledge: 'required' as const } : {}),
      ...(typeof keySet === 'string' ? { keySet } : {}),
      ...registration,
      ...(webhook === undefined ? {} : { webhook }),
      ...(own(value, 'statusUnreachable') === 'accept' ? { statusUnreachable: 'accept' as const } : {}),
      ...statusCheckIn(own(value, 'statusCheck')),
      ...(own(value, 'issuerName') === 'any' ? { issuerName: 'any' as const } : {}),
      ...(own(value, 'age_over') === 'nearest' ? { ageOver: 'nearest' as const } : {}),
      ...(own(value, 'transactionBinding') === 'all' ? { transactionBinding: 'all' as const } : {}),
      ...(retention === 'webhook' ? { retention } : {}),
      ...(own(value, 'release') === 'response_code' ? { release: 'response_code' as const } : {}),
      ...listIn(value, 'raw'),
      ...listIn(value, 'redirectOrigins'),
      origins: textsOf(own(value, 'origins')),
      dcApiRequests: textsOf(own(value, 'dcApiRequests')) as readonly DcApiForm[],
    },
  };
}

function statusCheckIn(mode: Json | undefined): Pick<PresentationConfiguration, 'statusCheck'> {
  return mode === 'live' || mode === 'off' ? { statusCheck: mode } : {};
}

/** An empty list is the same as none. */
function listIn(value: JsonObject, name: 'raw' | 'redirectOrigins'): Partial<PresentationConfiguration> {
  const texts = textsOf(own(value, name));
  return texts.length === 0 ? {} : { [name]: texts };
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The wallet shows the user which claims are kept, so the configuration must specify for how long. */
function retainedWithoutEnd({ credentials }: DcqlQuery): readonly FieldError[] {
  return credentials.flatMap(({ claims = [] }, credential) =>
    claims.flatMap(({ intentToRetain }, claim) =>
      intentToRetain === true
        ? [
            {
              pointer: `/dcql_query/credentials/${credential}/claims/${claim}/intent_to_retain`,
              detail: 'An element that is kept needs a retention in this configuration: add retention, keep or webhook',
            },
          ]
        : [],
    ),
  );
}

function withoutAge(value: JsonObject): readonly FieldError[] {
  if (own(value, 'zeroKnowledge') === undefined) return [];
  return [{ pointer: '/zeroKnowledge', detail: 'Only requests of profile age ask for a zero-knowledge proof' }];
}

function registrationIn(
  written: Json | undefined,
): Pick<PresentationConfiguration, 'registrationId' | 'client' | 'purpose' | 'privacyPolicy'> {
  const certificate = isObject(written) ? written : {};
  const id = own(certificate, 'id');
  const client = own(certificate, 'client');
  const body = own(certificate, 'body');
  return {
    ...(typeof id === 'string' ? { registrationId: id } : {}),
    ...(typeof client === 'string' ? { client } : {}),
    ...statedBy(isObject(body) ? body : {}),
  };
}

function statedBy(body: JsonObject): Pick<PresentationConfiguration, 'purpose' | 'privacyPolicy'> {
  const purpose = own(body, 'purpose');
  const policy = own(body, 'privacy_policy');
  return {
    purpose: Array.isArray(purpose) ? purpose.filter(isObject) : [],
    ...(typeof policy === 'string' ? { privacyPolicy: policy } : {}),
  };
}
