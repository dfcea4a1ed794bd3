/**
 * Flow configurations of a tenant, from files and from the API. Each request reads the store, and files are read again
 * after an edit; parsing and compiling happen once per version.
 */

import { setImmediate as turn } from 'node:timers/promises';
import type { OperationRequest } from '../http/message.ts';
import { placesOf } from '../http/validate.ts';
import type { Clock } from '../kernel/clock.ts';
import { type FieldError, ProtocolError } from '../kernel/errors.ts';
import { ID_PATTERN } from '../kernel/identifiers.ts';
import { type Json, type JsonObject, parseJson } from '../kernel/json.ts';
import { didYouMean } from '../kernel/nearest-name.ts';
import type { Vaults } from '../keys/vault.ts';
import { type FlowConfigDocument, flowConfigContext, flowConfigId, flowConfigs } from '../model/tenant/flow-configs.ts';
import type { Settings } from '../settings/settings.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import { createCachedLists } from './cached-lists.ts';
import { type ConfigurationFilesParts, createConfigurationFiles } from './configuration-files.ts';
import { roomFindings } from './configuration-room.ts';
import {
  type ConfigurationWrite,
  type FlowKind,
  findingsOf,
  isWorking,
  type Listed,
  readableOf,
  type Sourced,
  whyUnusable,
} from './listed.ts';

export interface FlowConfigurations<C extends Sourced> {
  /** The configuration with this id; undefined if there is no working one. */
  get(tenant: string, id: string): Promise<C | undefined>;
  /** Why `get` returns undefined for this id, as text for the backend. */
  why(tenant: string, id: string): Promise<string>;
  /** The merged view by id: API over file, broken ones with their errors. The same array until something changes. */
  list(tenant: string): Promise<readonly Listed<C>[]>;
  /** Stores a configuration, replacing any with the same id. @throws ProtocolError `invalid_request` with the errors */
  put(tenant: string, written: JsonObject, cause: OperationRequest): Promise<Listed<C>>;
  /** What `put` would find in each of these, if all of them were written. Writes nothing. */
  check(tenant: string, imported: ImportedConfigurations): Promise<readonly (readonly FieldError[])[]>;
  /** Deletes a configuration from the API. @throws ProtocolError `not_found`, `conflict` for a file */
  delete(tenant: string, id: string): Promise<void>;
}

/** Configurations of a kind that come together. */
export interface ImportedConfigurations extends Pick<ConfigurationWrite<Sourced>, 'cause' | 'alongside' | 'images'> {
  readonly bodies: readonly JsonObject[];
}

/** Fields that reading adds and writing ignores, so that read, change and write works. */
const ADDED = new Set(['source', 'createdAt', 'updatedAt', 'findings']);
const PAGE = 500;

export interface FlowConfigurationsParts extends ConfigurationFilesParts {
  readonly settings: Pick<Settings, 'PUBLIC_URL' | 'CONFIG_FOLDER' | 'CONFIGURATIONS_TENANT'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly vaults: Vaults;
}

/** Creates the merged view of the API's documents and one flow's files. */
export function createFlowConfigurations<C extends Sourced>(
  parts: FlowConfigurationsParts,
  flow: FlowKind<C>,
): FlowConfigurations<C> {
  const { kind, noun, check, forTenant = (_, listed) => listed } = flow;
  const { store, clock, vaults } = parts;
  const { PUBLIC_URL: publicUrl, CONFIGURATIONS_TENANT: most } = parts.settings;
  const files = createConfigurationFiles(parts, flow);
  const known = new Map<string, { readonly text: string; readonly listed: Listed<C> }>();

  const fromDocument = async (document: FlowConfigDocument): Promise<Listed<C>> => {
    const before = known.get(document.id);
    if (before?.text === document.text) return withTimes(before.listed, document);
    // Encrypted as a whole, because it may contain webhook secrets.
    const vault = await vaults.of(document.tenant);
    const written = parseJson(vault.open(document.text, flowConfigContext(document.id))) as JsonObject;
    const { tenant, configuration: id } = document;
    // Encrypted again at each write, so the text starts differently each time.
    const version = `api:${document.text.slice(0, 32)}`;
    const listed = check({ publicUrl, tenant, id, written, source: 'api', version, stored: true });
    known.set(document.id, { text: document.text, listed });
    // Other requests get their turn between the configurations of one.
    await turn();
    return withTimes(listed, document);
  };

  const documents = async (tenant: string): Promise<readonly FlowConfigDocument[]> => {
    const all: FlowConfigDocument[] = [];
    const query = { index: 'list', equal: [kind], limit: PAGE } as const;
    for await (const page of ofTenant(store, tenant).pages(flowConfigs, query)) all.push(...page);
    return all;
  };

  const document = (tenant: string, id: string): Promise<FlowConfigDocument | undefined> =>
    ofTenant(store, tenant).get(flowConfigs, flowConfigId(tenant, kind, id));

  /** The `ids` beyond the limit. */
  const room = async (tenant: string, ids: readonly string[]) =>
    roomFindings(most, new Set((await documents(tenant)).map(({ configuration }) => configuration)), ids);

  const removeOne = async (tenant: string, id: string): Promise<boolean> => {
    const found = await document(tenant, id);
    if (found !== undefined) return ofTenant(store, tenant).delete(flowConfigs, found);
    if (files.get(tenant, id) === undefined) {
      throw unknown(noun, id);
    }
    throw new ProtocolError('conflict', 'This configuration is a file; remove the file to delete it', {
      reason: 'flow_configuration_is_file',
      facts: { configurationId: id },
    });
  };

  const listedOf = async (tenant: string, id: string): Promise<Listed<C> | undefined> => {
    if (!ID_PATTERN.test(id)) return undefined;
    const found = await document(tenant, id);
    const listed = found === undefined ? files.get(tenant, id) : await fromDocument(found);
    return listed && forTenant(tenant, listed);
  };

  const merged = async (tenant: string, stored: readonly FlowConfigDocument[]): Promise<readonly Listed<C>[]> => {
    const byId = new Map<string, Listed<C>>(files.list(tenant).map((listed) => [listed.id, listed]));
    for (const found of stored) byId.set(found.configuration, await fromDocument(found));
    return [...byId.values()].map((listed) => forTenant(tenant, listed)).sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const cached = createCachedLists<Listed<C>>(parts.edits);
  const list = async (tenant: string): Promise<readonly Listed<C>[]> => {
    const stored = await documents(tenant);
    return cached(tenant, stored, () => merged(tenant, stored));
  };

  const staying = async (tenant: string, without: ReadonlySet<Json | undefined>): Promise<readonly C[]> =>
    (await list(tenant)).flatMap((one) => (isWorking(one) && !without.has(one.id) ? [one.configuration] : []));

  /** Every error of a write, including errors about other configurations, in the order of the written document. */
  const findingsOfWrite = async (
    checked: Listed<C>,
    tooMany: readonly FieldError[],
    write: Omit<ConfigurationWrite<C>, 'configuration' | 'written'>,
  ): Promise<readonly FieldError[]> => {
    const readable = readableOf(checked);
    const others =
      readable &&
      (await flow.checkWrite?.({
        ...write,
        configuration: readable.configuration,
        written: readable.written,
      }));
    return findingsOf(checked, [...tooMany, ...(others ?? [])]);
  };

  /** @param shape the gateway's errors in the body */
  const shaped = (tenant: string, body: JsonObject, shape?: readonly FieldError[]) => {
    // Without a usable id the rest is checked anyway.
    const id = isId(body.id) ? body.id : '';
    const written = Object.fromEntries(Object.entries(body).filter(([name]) => !ADDED.has(name)));
    const text = { publicUrl, tenant, id, written, source: 'api', version: '' } as const;
    return { id, written, checked: forTenant(tenant, check(shape === undefined ? text : { ...text, shape })) };
  };

  return {
    async get(tenant, id) {
      const listed = await listedOf(tenant, id);
      return isWorking(listed) ? listed.configuration : undefined;
    },

    async why(tenant, id) {
      const listed = await listedOf(tenant, id);
      if (listed !== undefined) return whyUnusable(listed);
      const known = (await list(tenant)).map((one) => one.id);
      return whyUnusable(undefined, didYouMean(id, known));
    },

    list,

    async put(tenant, body, cause) {
      const { id, written, checked } = shaped(tenant, body, cause.found);
      const others = await staying(tenant, new Set([id]));
      const tooMany = (await room(tenant, [id])).get(id) ?? [];
      const findings = await findingsOfWrite(checked, tooMany, { tenant, others, cause });
      if (findings.length > 0 || !isWorking(checked)) throw refused(noun, findings);
      const key = flowConfigId(tenant, kind, id);
      const text = (await vaults.of(tenant)).seal(JSON.stringify(written), flowConfigContext(key));
      const updatedAt = clock();
      const given = typeof body.createdAt === 'string' ? Date.parse(body.createdAt) : undefined;
      const fresh = { id: key, tenant, kind, configuration: id, text, updatedAt } as const;
      const own = ofTenant(store, tenant);
      for (;;) {
        const inserted = await own.insert(flowConfigs, { ...fresh, createdAt: given ?? updatedAt });
        if (inserted !== undefined) return forTenant(tenant, await fromDocument(inserted));
        const replaced = await own.update(flowConfigs, key, (before) => {
          return { ...before, text, updatedAt, createdAt: given ?? before.createdAt };
        });
        // Undefined: another request has deleted it, so it can be inserted now.
        if (replaced !== undefined) return forTenant(tenant, await fromDocument(replaced));
      }
    },

    async check(tenant, { bodies, ...write }) {
      const ids = new Set(bodies.map(({ id }) => id));
      const coming: Listed<C>[] = [];
      for (const body of bodies) {
        coming.push(shaped(tenant, body).checked);
        await turn();
      }
      const tooMany = await room(tenant, [...ids].filter(isId));
      const stay = await staying(tenant, ids);
      return Promise.all(
        coming.map((one) => {
          const beside = coming.flatMap((other) => (other === one ? [] : (readableOf(other)?.configuration ?? [])));
          return findingsOfWrite(one, tooMany.get(one.id) ?? [], { ...write, tenant, others: [...stay, ...beside] });
        }),
      );
    },

    async delete(tenant, id) {
      if (!ID_PATTERN.test(id)) throw unknown(noun, id);
      // False: another request has written it, so read again.
      while (!(await removeOne(tenant, id)));
      known.delete(flowConfigId(tenant, kind, id));
    },
  };
}

function withTimes<C extends Sourced>(listed: Listed<C>, { createdAt, updatedAt }: FlowConfigDocument): Listed<C> {
  return isWorking(listed) ? { ...listed, times: { createdAt, updatedAt } } : listed;
}

function isId(id: Json | undefined): id is string {
  return typeof id === 'string' && ID_PATTERN.test(id);
}

function refused(noun: string, errors: readonly FieldError[]): ProtocolError {
  return new ProtocolError('invalid_request', `The ${noun} is not valid`, {
    reason: 'flow_configuration_invalid',
    facts: placesOf(errors),
    errors,
  });
}

function unknown(noun: string, id: string): ProtocolError {
  return new ProtocolError('not_found', `There is no ${noun} with this id`, {
    reason: 'flow_configuration_unknown',
    facts: { configurationId: id },
  });
}
