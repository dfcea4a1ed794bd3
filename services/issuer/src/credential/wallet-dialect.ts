/**
 * Members in addition to OpenID4VCI 1.0's: the API's, and those from drafts before 1.0, which some wallets still read
 * and strict ones report. The setting WALLET_DIALECT decides.
 */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import type { Settings } from '@countersign/shared/settings/settings';

export type WalletDialect = Settings['WALLET_DIALECT'];

/** Whether documents contain members that 1.0 does not define. */
export function hasOlderMembers(dialect: WalletDialect): boolean {
  return dialect !== 'standard';
}

/** Display entries in the form of 1.0: an image has only a `uri` (12.2.4). */
export function standardDisplay(display: readonly JsonObject[]): readonly JsonObject[] {
  return display.map((entry) =>
    Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [name, IMAGES.has(name) ? standardImage(value) : value]),
    ),
  );
}

const IMAGES: ReadonlySet<string> = new Set(['logo', 'background_image']);

function standardImage(image: Json | undefined): Json | undefined {
  if (!isObject(image)) return image;
  const { url, ...rest } = image;
  return url === undefined ? image : { uri: url, ...rest };
}

/** An entry of `credential_configurations_supported` in the form of 1.0: display is only in `credential_metadata`. */
export function standardConfiguration(metadata: JsonObject): JsonObject {
  const { display: _, credential_metadata: described, ...rest } = metadata;
  if (!isObject(described)) return rest;
  const { display } = described;
  const shown = Array.isArray(display) ? { display: standardDisplay(display.filter(isObject)) } : {};
  return { ...rest, credential_metadata: { ...described, ...shown } };
}
