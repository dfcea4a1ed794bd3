/** Contents of the authorization page: the tenant, the offered credential, and the purpose of the presentation. */

import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { type Language, languageOf } from '@countersign/shared/pages/accept-language';
import { type BrandOf, inLanguage } from '@countersign/shared/pages/brand';
import type { Brand } from '@countersign/shared/pages/page';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configurations } from '../configuration/configurations.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import type { StatedPurpose } from '../pages/authorization-page.ts';
import type { ComingCredential } from '../pages/authorization-shell.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';

export interface PageSurroundings {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly brandOf: BrandOf;
}

export interface DescribedIssuance {
  readonly language: Language;
  readonly brand: Brand;
  readonly coming: ComingCredential;
}

/** The language of the browser, the tenant's brand, and the credentials that the session will issue. */
export async function describedIssuance(
  { configurations, brandOf }: PageSurroundings,
  { tenant, headers }: OperationRequest,
  { issuance }: IssuanceSession,
): Promise<DescribedIssuance> {
  const language = languageOf(headers['accept-language']);
  const { progress } = issuance;
  const ids = 'request' in progress ? progress.request.configurationIds : issuance.configurationIds;
  const found = await Promise.all(ids.map((id) => configurations.get(tenant, id)));
  const displays = found.flatMap((one) => (one === undefined ? [] : [displayOf(one, language)]));
  return { language, brand: await brandOf(tenant, language), coming: comingCredential(displays) };
}

/** A path below the authorization endpoint, such as `follow/<reference>`. */
export function pagePath({ settings }: Pick<Platform, 'settings'>, tenant: string, below: string): string {
  const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
  return `${new URL(issuer).pathname.replace(/\/$/, '')}/authorize/${below}`;
}

/** The path at which the page follows the session. */
export function followPath(platform: Pick<Platform, 'settings'>, tenant: string, reference: string): string {
  return pagePath(platform, tenant, `follow/${reference}`);
}

/** Purpose and privacy policy of a presentation configuration. The page omits them while the verifier is unreachable. */
export async function statedPurpose(
  { call, log }: Pick<Platform, 'call' | 'log'>,
  request: OperationRequest,
  id: string,
  language: Language,
): Promise<StatedPurpose> {
  try {
    const purposeRequest = onBehalfOf(request, { method: 'GET', tenant: request.tenant, params: { id } });
    const { body } = await call('verifier.configuration.purpose', purposeRequest);
    if (!isObject(body)) return {};
    const purposes = Array.isArray(body.purpose) ? body.purpose.filter(isObject) : [];
    const purpose = text(inLanguage(purposes, language)?.name);
    const privacyPolicy = text(body.privacyPolicy);
    return {
      ...(purpose === undefined ? {} : { purpose }),
      ...(privacyPolicy === undefined ? {} : { privacyPolicy }),
    };
  } catch (error) {
    log.warn('authorization page without purpose', { service: 'issuer', request: request.id, ...errorFields(error) });
    return {};
  }
}

/** Several credentials share one name. The card has the first one's colours. */
function comingCredential(displays: readonly JsonObject[]): ComingCredential {
  const names = displays.flatMap(({ name }) => text(name) ?? []);
  const [first = {}] = displays;
  const description = displays.length === 1 ? text(first.description) : undefined;
  const background = text(first.background_color);
  const color = text(first.text_color);
  return {
    ...(names.length === 0 ? {} : { name: names.join(', ') }),
    ...(description === undefined ? {} : { description }),
    ...(background === undefined ? {} : { background }),
    ...(color === undefined ? {} : { text: color }),
  };
}

function displayOf({ metadata }: Configuration, language: Language): JsonObject {
  const described = isObject(metadata.credential_metadata) ? metadata.credential_metadata : metadata;
  const display = Array.isArray(described.display) ? described.display.filter(isObject) : [];
  return inLanguage(display, language) ?? {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
