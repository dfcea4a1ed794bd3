/**
 * The identity provider of a tenant: written through the API, otherwise `sign-in.json` in its folder. Nothing is
 * inherited: a tenant's provider signs in only this tenant's users.
 */
import { join } from 'node:path';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { parseAllowList } from '@countersign/shared/kernel/address';
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import {
  type FlowConfigDocument,
  flowConfigContext,
  flowConfigId,
  flowConfigs,
} from '@countersign/shared/model/tenant/flow-configs';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { type ParsedSignIn, parseSignIn, type SignInSettings } from './sign-in-settings.ts';

/** A tenant's provider, and a string that changes with its settings. */
export interface SignInProvider {
  readonly settings: SignInSettings;
  readonly version: string;
}

export interface SignInProviders {
  /** @returns undefined if the tenant does not use one @throws ProtocolError `server_error` if its file is broken */
  of(tenant: string): Promise<SignInProvider | undefined>;
  readonly operations: {
    readonly get: Operation;
    /** For internal services: with the secret, if it was written through the API. `{}` if there is no provider. */
    readonly whole: Operation;
    readonly put: Operation;
    /** For an import: what `put` would report; returns `{findings}`. */
    readonly check: Operation;
    readonly delete: Operation;
  };
}

const KIND = 'sign-in';
const FILE = 'sign-in.json';
/** There is one provider per tenant. */
const ID = 'provider';

type Parts = Pick<Platform, 'settings' | 'store' | 'vaults' | 'clock' | 'log' | 'edits'>;

/** @param environment variables of `clientSecretEnv` */
export function createSignInProviders(platform: Parts, environment: Environment): SignInProviders {
  const { settings, store, vaults, clock, log } = platform;
  const allow = parseAllowList(settings.OUTBOUND_ALLOW).list;
  const reader = createFileReader((text) => parseJson(text), platform.edits);
  const inFile = { allow, variable: (name: string) => environment[name] };
  // A body must not reach the process's environment variables.
  const inBody = { allow, variable: () => undefined };

  const document = (tenant: string): Promise<FlowConfigDocument | undefined> =>
    ofTenant(store, tenant).get(flowConfigs, flowConfigId(tenant, KIND, ID));

  const opened = async ({ tenant, id, text }: FlowConfigDocument): Promise<JsonObject> =>
    parseJson((await vaults.of(tenant)).open(text, flowConfigContext(id))) as JsonObject;

  const fromFile = (tenant: string): { readonly version: string; readonly parsed: ParsedSignIn } | undefined => {
    const content = reader.read(join(tenantFolder(settings.CONFIG_FOLDER, tenant), FILE));
    if (content === undefined) return undefined;
    const parsed: ParsedSignIn = content.ok
      ? parseSignIn(content.value, inFile)
      : { ok: false, errors: [{ pointer: '', detail: 'It is not valid JSON' }] };
    return { version: content.version, parsed };
  };

  const usable = (tenant: string, parsed: ParsedSignIn): SignInSettings => {
    if (parsed.ok) return parsed.settings;
    const [first] = parsed.errors;
    log.error('The sign-in settings are broken, so no user can sign in', {
      tenant,
      file: FILE,
      pointer: first?.pointer ?? '',
    });
    const detail = first?.detail ?? '';
    throw new ProtocolError('server_error', 'The sign-in is not configured correctly', {
      detail,
      reason: 'sign_in_broken',
      facts: { detail: first?.pointer ?? '' },
    });
  };

  return {
    async of(tenant) {
      const stored = await document(tenant);
      if (stored !== undefined) {
        const parsed = parseSignIn(await opened(stored), inBody);
        return { settings: usable(tenant, parsed), version: `api:${stored.text.slice(0, 32)}` };
      }
      const file = fromFile(tenant);
      return file && { settings: usable(tenant, file.parsed), version: `file:${file.version}` };
    },

    operations: {
      get: async ({ tenant }) => {
        const stored = await document(tenant);
        if (stored !== undefined) return { body: view(await opened(stored), 'api', stored) };
        const content = reader.read(join(tenantFolder(settings.CONFIG_FOLDER, tenant), FILE));
        if (content === undefined) throw noProvider();
        return { body: view(content.ok && isObject(content.value) ? content.value : {}, 'file') };
      },

      whole: async ({ tenant }) => {
        const stored = await document(tenant);
        if (stored !== undefined) return { body: { ...(await opened(stored)), source: 'api' } };
        const content = reader.read(join(tenantFolder(settings.CONFIG_FOLDER, tenant), FILE));
        return { body: content?.ok && isObject(content.value) ? view(content.value, 'file') : {} };
      },

      check: async (request) => {
        const parsed = parseSignIn(writtenOf(request), inBody);
        const findings = parsed.ok ? [] : parsed.errors.map(({ pointer, detail }) => ({ pointer, detail }));
        return { body: { findings } };
      },

      put: async (request) => {
        const { tenant } = request;
        const written = writtenOf(request);
        const parsed = parseSignIn(written, inBody);
        if (!parsed.ok) {
          throw new ProtocolError('invalid_request', 'The sign-in is not valid', {
            errors: parsed.errors,
            reason: 'sign_in_settings',
          });
        }
        const id = flowConfigId(tenant, KIND, ID);
        const text = (await vaults.of(tenant)).seal(JSON.stringify(written), flowConfigContext(id));
        const updatedAt = clock();
        const fresh = { id, tenant, kind: KIND, configuration: ID, text, createdAt: updatedAt, updatedAt } as const;
        const own = ofTenant(store, tenant);
        for (;;) {
          const stored =
            (await own.insert(flowConfigs, fresh)) ??
            (await own.update(flowConfigs, id, (before) => ({ ...before, text, updatedAt })));
          // Undefined: another request has deleted it, so it can be inserted now.
          if (stored !== undefined) return { body: view(written, 'api', stored) };
        }
      },

      delete: async ({ tenant }) => {
        for (;;) {
          const stored = await document(tenant);
          if (stored === undefined) throw noProvider();
          // False: another request has written it, so read again.
          if (await ofTenant(store, tenant).delete(flowConfigs, stored)) return { body: {} };
        }
      },
    },
  };
}

/** The body without what reading adds. */
function writtenOf(request: OperationRequest): JsonObject {
  const { source: _, createdAt: __, updatedAt: ___, ...written } = bodyObject(request);
  return written;
}

/** The settings as written, without the secret. */
function view(
  { clientSecret: _, $schema: __, ...written }: JsonObject,
  source: 'api' | 'file',
  times?: Pick<FlowConfigDocument, 'createdAt' | 'updatedAt'>,
): JsonObject {
  const at = times && { createdAt: isoTime(times.createdAt), updatedAt: isoTime(times.updatedAt) };
  // A file may contain one value.
  const acr = typeof written.acr === 'string' ? { acr: [written.acr] } : {};
  return { ...written, ...acr, source, ...at };
}

function noProvider(): ProtocolError {
  return new ProtocolError('not_found', 'No sign-in was written through the API', {
    reason: 'sign_in_not_written',
  });
}
