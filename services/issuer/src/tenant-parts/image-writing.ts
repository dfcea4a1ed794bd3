/** `GET`, `POST` and `DELETE /configurations/images`: images of a tenant, which `GET /public/{file}` serves. */
import type { StoredDisplay } from '@countersign/shared/flow-config/stored-display';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { type ReadImage, readImage } from '../configuration/display/image-file.ts';
import { imagesOf, namesOfImages } from '../configuration/display/image-files.ts';
import { invalidPart, partOfFiles, unknownPart } from './refusals.ts';

export interface ImageWriting {
  readonly list: Operation;
  readonly put: Operation;
  /** For an import: what `put` would report; returns `{findings}`. */
  readonly check: Operation;
  /** For an export: the bytes of each stored image, in base64. For a file only the name. */
  readonly whole: Operation;
  readonly delete: Operation;
}

export function imageWriting(
  { settings: { PUBLIC_URL, CONFIG_FOLDER } }: Pick<Platform, 'settings'>,
  stored: Pick<StoredDisplay, 'now' | 'putImage' | 'deleteImage' | 'image'>,
): ImageWriting {
  const isFile = (tenant: string, file: string): boolean => imagesOf(CONFIG_FOLDER, tenant)(file);
  const refuseFile = (tenant: string, file: string): void => {
    if (isFile(tenant, file)) throw partOfFiles(tenant, `public/${file}`);
  };
  const addressOf = (tenant: string, file: string): JsonObject => ({
    file,
    uri: `${credentialIssuer(PUBLIC_URL, tenant)}/public/${file}`,
  });
  return {
    list: async ({ tenant }) => {
      const ofFiles = namesOfImages(CONFIG_FOLDER, tenant);
      const { images } = await stored.now(tenant);
      const written = images
        .filter(({ file }) => !ofFiles.includes(file))
        .map(({ file, size, createdAt }) => ({
          ...addressOf(tenant, file),
          source: 'api',
          size,
          createdAt: isoTime(createdAt),
        }));
      return { body: [...ofFiles.map((file) => ({ ...addressOf(tenant, file), source: 'file' })), ...written] };
    },

    put: async (request) => {
      const { tenant } = request;
      const { file, read } = imageIn(request);
      if (!read.ok) throw invalidPart('The image is not valid', read.errors);
      refuseFile(tenant, file);
      const { size, createdAt } = await stored.putImage(tenant, file, read.bytes);
      return { body: { ...addressOf(tenant, file), source: 'api', size, createdAt: isoTime(createdAt) } };
    },

    check: async (request) => {
      const { read } = imageIn(request);
      return { body: { findings: read.ok ? [] : read.errors } };
    },

    whole: async ({ tenant }) => {
      const { images } = await stored.now(tenant);
      const ofFiles = namesOfImages(CONFIG_FOLDER, tenant);
      const found: JsonObject[] = ofFiles.map((file) => ({ file, source: 'file' }));
      for (const { file } of images) {
        const bytes = ofFiles.includes(file) ? undefined : await stored.image(tenant, file);
        if (bytes !== undefined) found.push({ file, source: 'api', data: bytes.toString('base64') });
      }
      return { body: found };
    },

    delete: async ({ tenant, params: { file = '' } }) => {
      refuseFile(tenant, file);
      if (!(await stored.deleteImage(tenant, file))) throw unknownPart('There is no stored image with this name');
      return { body: {} };
    },
  };
}

function imageIn(request: OperationRequest): { readonly file: string; readonly read: ReadImage } {
  const { file, data } = bodyObject(request);
  return { file: String(file), read: readImage(String(file), String(data)) };
}
