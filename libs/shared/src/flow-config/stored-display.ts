/** Display of a tenant's issuer that was written through the API: its entries, and the images that it or a configuration shows. */
import { ProtocolError } from '../kernel/errors.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Random } from '../kernel/random.ts';
import { createSealedSetting, type SealedSettingParts } from '../keys/sealed-setting.ts';
import { type FlowConfigDocument, flowConfigContext, flowConfigId, flowConfigs } from '../model/tenant/flow-configs.ts';
import { ofTenant } from '../store/of-tenant.ts';

export interface StoredImage {
  /** Name below `public/`. */
  readonly file: string;
  /** Id of the document with its bytes. It changes with each write. */
  readonly id: string;
  readonly size: number;
  /** Milliseconds. */
  readonly createdAt: number;
}

export interface WrittenDisplay {
  /** As in `display.json`; absent: none were written. */
  readonly entries?: readonly JsonObject[];
  readonly images: readonly StoredImage[];
}

export interface StoredDisplay {
  /** As it was at most a second ago; the same object while nothing is written. */
  of(tenant: string): Promise<WrittenDisplay>;
  /** As it is now. */
  now(tenant: string): Promise<WrittenDisplay>;
  putEntries(tenant: string, entries: readonly JsonObject[]): Promise<void>;
  /** @returns false if there are no entries */
  deleteEntries(tenant: string): Promise<boolean>;
  /** Stores a checked image, replacing one with the same name. @throws ProtocolError `conflict` if there is no room */
  putImage(tenant: string, file: string, bytes: Buffer): Promise<StoredImage>;
  /** @returns false if there is no such image */
  deleteImage(tenant: string, file: string): Promise<boolean>;
  /** The bytes of an image; undefined if there is no such image. */
  image(tenant: string, file: string): Promise<Buffer | undefined>;
}

/** Images of a tenant, and their bytes together: in base64 they leave room in an import of a mebibyte. */
const MAX_IMAGES = 20;
const MAX_BYTES = 512 * 1024;

const NOTHING: WrittenDisplay = { images: [] };

export function createStoredDisplay(parts: SealedSettingParts & { readonly random: Random }): StoredDisplay {
  const { clock, random } = parts;
  const bytes = createImageBytes(parts);
  const setting = createSealedSetting(parts, {
    kind: 'display',
    id: 'display',
    nothing: NOTHING,
    read: (written: WrittenDisplay) => written,
  });

  return {
    of: setting.of,
    now: setting.now,
    putEntries: (tenant, entries) => setting.change(tenant, (before) => ({ ...before, entries })),
    async deleteEntries(tenant) {
      if ((await setting.now(tenant)).entries === undefined) return false;
      await setting.change(tenant, ({ images }) => ({ images }));
      return true;
    },

    async putImage(tenant, file, content) {
      const image = { file, id: random(12).toString('base64url'), size: content.length, createdAt: clock() };
      // The bytes come first, so that everything in the list exists.
      await bytes.insert(tenant, image, content);
      let replaced: readonly StoredImage[] = [];
      try {
        await setting.change(tenant, (before) => {
          replaced = before.images.filter((one) => one.file === file);
          return { ...before, images: withImage(before.images, image) };
        });
      } catch (error) {
        await bytes.remove(tenant, image);
        throw error;
      }
      for (const one of replaced) await bytes.remove(tenant, one);
      return image;
    },
    async deleteImage(tenant, file) {
      if (!(await setting.now(tenant)).images.some((one) => one.file === file)) return false;
      let removed: readonly StoredImage[] = [];
      await setting.change(tenant, (before) => {
        removed = before.images.filter((one) => one.file === file);
        return { ...before, images: before.images.filter((one) => one.file !== file) };
      });
      for (const one of removed) await bytes.remove(tenant, one);
      return removed.length > 0;
    },

    async image(tenant, file) {
      const named = ({ images }: WrittenDisplay): StoredImage | undefined => images.find((one) => one.file === file);
      const known = named(await setting.of(tenant));
      const found = known && (await bytes.get(tenant, known));
      if (known === undefined || found !== undefined) return found;
      // Another process has replaced or removed it within the last second.
      const present = named(await setting.now(tenant));
      return present && bytes.get(tenant, present);
    },
  };
}

/** Only the entries, for the brand of pages. */
export function entriesOf(stored: Pick<StoredDisplay, 'of'>) {
  return async (tenant: string): Promise<readonly JsonObject[] | undefined> => (await stored.of(tenant)).entries;
}

/** Bytes of images, each in a separate encrypted document. */
function createImageBytes({ store, vaults }: Pick<SealedSettingParts, 'store' | 'vaults'>) {
  const idOf = (tenant: string, { id }: StoredImage): string => flowConfigId(tenant, 'image', id);
  const read = (tenant: string, image: StoredImage): Promise<FlowConfigDocument | undefined> =>
    ofTenant(store, tenant).get(flowConfigs, idOf(tenant, image));
  return {
    async insert(tenant: string, image: StoredImage, content: Buffer): Promise<void> {
      const id = idOf(tenant, image);
      const { createdAt } = image;
      const text = (await vaults.of(tenant)).seal(content.toString('base64'), flowConfigContext(id));
      const document = {
        id,
        tenant,
        kind: 'image',
        configuration: image.id,
        text,
        createdAt,
        updatedAt: createdAt,
      } as const;
      await ofTenant(store, tenant).insert(flowConfigs, document);
    },
    async get(tenant: string, image: StoredImage): Promise<Buffer | undefined> {
      const stored = await read(tenant, image);
      if (stored === undefined) return undefined;
      return Buffer.from((await vaults.of(tenant)).open(stored.text, flowConfigContext(stored.id)), 'base64');
    },
    async remove(tenant: string, image: StoredImage): Promise<void> {
      const stored = await read(tenant, image);
      // It is written once, so only another removal can come in between.
      if (stored !== undefined) await ofTenant(store, tenant).delete(flowConfigs, stored);
    },
  };
}

/** @throws ProtocolError `conflict` */
function withImage(images: readonly StoredImage[], image: StoredImage): readonly StoredImage[] {
  const others = images.filter(({ file }) => file !== image.file);
  const bytes = others.reduce((sum, { size }) => sum + size, image.size);
  if (others.length < MAX_IMAGES && bytes <= MAX_BYTES) return [...others, image];
  throw new ProtocolError('conflict', 'The tenant has no room for more images', {
    reason: 'images_full',
    facts: { count: others.length },
  });
}
