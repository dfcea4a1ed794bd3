/** `GET`, `POST` and `DELETE /configurations/display`: name, images and colours of a tenant's issuer. */
import type { StoredDisplay } from '@countersign/shared/flow-config/stored-display';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { imagesOf } from '../configuration/display/image-files.ts';
import { checkIssuerEntries, type IssuerDisplay } from '../metadata/issuer-display.ts';
import { invalidPart, partOfFiles, unknownPart } from './refusals.ts';

export interface DisplayWriting {
  readonly get: Operation;
  readonly put: Operation;
  /** For an import: what `put` would report; returns `{findings}`. `alongside` lists images that are written before. */
  readonly check: Operation;
  readonly delete: Operation;
}

export function displayWriting(
  { settings: { PUBLIC_URL, CONFIG_FOLDER } }: Pick<Platform, 'settings'>,
  display: Pick<IssuerDisplay, 'fileOf'>,
  stored: Pick<StoredDisplay, 'now' | 'putEntries' | 'deleteEntries'>,
): DisplayWriting {
  const refuseFile = (tenant: string): void => {
    if (display.fileOf(tenant) !== undefined) throw partOfFiles(tenant, 'display.json');
  };
  const findings = async (request: OperationRequest): Promise<readonly FieldError[]> => {
    const { tenant } = request;
    const { entries, alongside } = bodyObject(request);
    const { images } = await stored.now(tenant);
    const inFolder = imagesOf(CONFIG_FOLDER, tenant);
    const known = [...images.map(({ file }) => file), ...(Array.isArray(alongside) ? alongside : [])];
    return checkIssuerEntries(entries, {
      issuer: credentialIssuer(PUBLIC_URL, tenant),
      imageExists: (file) => known.includes(file) || inFolder(file),
    });
  };
  return {
    get: async ({ tenant }) => {
      const file = display.fileOf(tenant);
      if (file !== undefined) return { body: { source: 'file', entries: file } };
      const { entries } = await stored.now(tenant);
      return { body: entries === undefined ? { source: 'none', entries: [] } : { source: 'api', entries } };
    },

    put: async (request) => {
      const { tenant } = request;
      const errors = await findings(request);
      if (errors.length > 0) throw invalidPart('The display is not valid', errors);
      refuseFile(tenant);
      const entries = entriesOf(request);
      await stored.putEntries(tenant, entries);
      return { body: { source: 'api', entries } };
    },

    check: async (request) => ({ body: { findings: await findings(request) } }),

    delete: async ({ tenant }) => {
      refuseFile(tenant);
      if (!(await stored.deleteEntries(tenant))) throw unknownPart('No display was written through the API');
      return { body: {} };
    },
  };
}

function entriesOf(request: OperationRequest): readonly JsonObject[] {
  const { entries } = bodyObject(request);
  return Array.isArray(entries) ? entries.filter(isObject) : [];
}
