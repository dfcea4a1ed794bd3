/** `GET /keys` and `POST /keys/{purpose}/rotate`. */
import type { Operation } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { keyPurposes } from '@countersign/shared/model/keys/key-documents';
import type { Platform } from '@countersign/shared/runtime/service';
import { certificateView } from './certificate-view.ts';
import { createKeyOperations, type ListedKey } from './key-operations.ts';

/** Reads and rotates the keys of the caller's tenant. */
export function keyManagement(platform: Platform): { readonly list: Operation; readonly rotate: Operation } {
  const { PUBLIC_URL: publicUrl, CONFIG_FOLDER: configFolder } = platform.settings;
  const keys = createKeyOperations({ ...platform, publicUrl, configFolder });
  return {
    list: async ({ tenant }) => {
      const now = platform.clock();
      const purposes = (await keys.list(tenant)).map(({ purpose, set, rotation, keys: all, broken }) => ({
        purpose,
        ...(set === undefined ? {} : { set }),
        rotation,
        ...(broken === undefined ? {} : { broken }),
        keys: all.map((key) => keyView(key, now)),
      }));
      return { body: { purposes } };
    },
    rotate: async ({ tenant, params }) => {
      const purpose = keyPurposes.find((one) => one === params.purpose);
      if (purpose === undefined) {
        throw new ProtocolError('not_found', 'There is no such purpose of keys', { reason: 'key_purpose_unknown' });
      }
      return { body: { purpose, ...keyView(await keys.rotate(tenant, purpose), platform.clock()) } };
    },
  };
}

function keyView(
  { state, kid, privateKey, createdAt, usedFrom, request, certificate }: ListedKey,
  now: number,
): JsonObject {
  return {
    state,
    kid,
    privateKey,
    ...(createdAt === undefined ? {} : { createdAt: isoTime(createdAt) }),
    ...(usedFrom === undefined ? {} : { usedFrom: isoTime(usedFrom) }),
    ...(request === undefined ? {} : { request }),
    ...(certificate === undefined ? {} : { certificate: certificateView(certificate, now) }),
  };
}
