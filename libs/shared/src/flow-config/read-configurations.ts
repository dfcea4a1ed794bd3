/** A tenant's configurations as the management API lists them, for readers that act on behalf of a request. */
import { type CallOperation, type OperationRequest, onBehalfOf } from '../http/message.ts';
import { credentialIssuer } from '../kernel/identifiers.ts';
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';
import type { Settings } from '../settings/settings.ts';
import { withPublicUrl } from './listed.ts';

/** A configuration of the management list, with PUBLIC_URL in place. */
export interface ReadConfiguration {
  readonly id: string;
  readonly configuration: JsonObject;
  /** Why it can't be used. */
  readonly broken?: readonly { readonly pointer: string; readonly detail: string }[];
}

export interface ConfigurationReader {
  readonly call: CallOperation;
  readonly settings: Pick<Settings, 'PUBLIC_URL'>;
}

/** All configurations of a kind. */
export async function readConfigurations(
  { call, settings }: ConfigurationReader,
  request: OperationRequest<unknown>,
  kind: 'issuer' | 'verifier',
): Promise<readonly ReadConfiguration[]> {
  const cause = onBehalfOf(request, { method: 'GET', tenant: request.tenant });
  const { body } = await call(`${kind}.configuration.list`, cause);
  const issuer = credentialIssuer(settings.PUBLIC_URL, request.tenant);
  return (Array.isArray(body) ? body : []).filter(isObject).map((written) => {
    const id = String(written.id);
    const configuration = withPublicUrl(written, issuer) as JsonObject;
    const broken = findingsOf(written.error);
    return { id, configuration, ...(broken.length === 0 ? {} : { broken }) };
  });
}

function findingsOf(value: Json | undefined): readonly { readonly pointer: string; readonly detail: string }[] {
  const found = Array.isArray(value) ? value.filter(isObject) : [];
  return found.map(({ pointer, detail }) => ({ pointer: String(pointer), detail: String(detail) }));
}
