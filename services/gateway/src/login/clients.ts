/** A tenant's applications where users sign in with their wallets: from `login/<id>.json`, and from the API. */
import { loginClientSchema, type WrittenLoginClient } from '@countersign/shared/configuration-documents/login-client';
import { withChecks } from '@countersign/shared/flow-config/document-findings';
import { createFlowConfigurations, type FlowConfigurations } from '@countersign/shared/flow-config/flow-configurations';
import type { ConfigurationText, FlowKind, Listed } from '@countersign/shared/flow-config/listed';
import { compileSchema, type Validate } from '@countersign/shared/http/validate';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { clientFindings, type LoginClient, readClient } from './client.ts';
import { otherRuleFindings } from './subject-rules.ts';

export type LoginClients = FlowConfigurations<LoginClient>;

/** Compiled for the first client: most tenants have no clients. */
let compiled: Validate | undefined;

function checkShape(written: JsonObject): ReturnType<Validate> {
  compiled ??= compileSchema(loginClientSchema);
  return compiled(written);
}

/** How they are read. @param environment variables of `client_secret_env` */
export function loginClientKind(environment: Environment): FlowKind<LoginClient> {
  return {
    kind: 'login',
    folders: ['login', 'login-clients'],
    noun: 'login client',
    check: (text) => listClient(text, environment),
  };
}

export function createLoginClients(
  platform: Pick<Platform, 'settings' | 'store' | 'clock' | 'vaults' | 'log' | 'edits'>,
  environment: Environment,
): LoginClients {
  return createFlowConfigurations(platform, {
    ...loginClientKind(environment),
    checkWrite: ({ tenant, configuration }) => otherRuleFindings(platform.store, tenant, configuration),
  });
}

function listClient(text: ConfigurationText, environment: Environment): Listed<LoginClient> {
  const { id, written, source, version, shape = checkShape(written) } = text;
  const client = readable(written);
  const variable = client?.client_secret_env;
  const secret = client?.client_secret ?? (variable === undefined ? undefined : environment[variable]);
  const unset = variable !== undefined && source === 'file' && (secret ?? '') === '';
  const errors = withChecks(shape, [
    () => (client === undefined || shape.length > 0 ? [] : clientFindings(client, source)),
    () => (unset ? [{ pointer: '/client_secret_env', detail: 'This environment variable is not set' }] : []),
  ]);
  if (errors.length > 0 || client === undefined) return { id, source, errors };
  return { id, configuration: readClient(client, { id, source, version, secret }), written };
}

/** The client as its schema describes it. A schema error is reported before anything is read. */
function readable(written: JsonObject): WrittenLoginClient | undefined {
  return isObject(written.claims) && isObject(written.subject) ? (written as unknown as WrittenLoginClient) : undefined;
}
