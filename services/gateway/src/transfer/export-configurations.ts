/** `GET /configurations/export`: the configurations of a tenant as one file. */
import type { Operation } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { createReadInForce, type TransferPlatform } from './in-force.ts';
import { leaveOutSecrets } from './left-out-secrets.ts';
import { exportedParts } from './tenant-parts.ts';

/** Version of the file's form. */
const FILE_VERSION = 1;

export function exportConfigurations(platform: TransferPlatform): Operation {
  const read = createReadInForce(platform);
  return async (request) => {
    const included = request.query.secrets === 'include';
    const shown = (document: JsonObject): JsonObject => (included ? document : leaveOutSecrets(document));
    const { issuance, presentation, signIn, parts } = await read(request);
    return {
      body: {
        version: FILE_VERSION,
        tenant: request.tenant,
        secrets: included ? 'included' : 'left_out',
        issuance: issuance.map(shown),
        presentation: presentation.map(shown),
        ...(signIn === undefined ? {} : { signIn: shown(signIn) }),
        ...exportedParts(parts),
      },
    };
  };
}
