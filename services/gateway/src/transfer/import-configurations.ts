/** `POST /configurations/import`: checks a file of configurations, or writes what it has. */
import { inDocumentOrder } from '@countersign/shared/flow-config/document-findings';
import { bodyObject, type Operation, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { placesOf } from '@countersign/shared/http/validate';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { createReadInForce, serviceOf, type TransferPlatform } from './in-force.ts';
import { leaveOutSecrets } from './left-out-secrets.ts';
import { bare, type Planned, planImport } from './plan-import.ts';
import { isPart, isWritten, writePart } from './tenant-parts.ts';

/** @throws ProtocolError `invalid_request` if `mode=apply` and the file has an error: nothing is written */
export function importConfigurations(platform: TransferPlatform): Operation {
  const read = createReadInForce(platform);
  return async (request) => {
    const planned = await planImport(platform, request, await read(request));
    if (request.query.mode !== 'apply') return { body: { mode: 'check', results: planned.map(viewWithPresent) } };
    const mistakes = inDocumentOrder(bodyObject(request), planned.flatMap(ofFile));
    if (mistakes.length > 0) throw refused(mistakes);
    const results: JsonObject[] = [];
    // One after the other: a credential may need the presentation before it.
    for (const one of planned) results.push(isWritten(one) ? await write(platform, request, one) : view(one));
    return { body: { mode: 'apply', results } };
  };
}

async function write(platform: TransferPlatform, request: OperationRequest, planned: Planned): Promise<JsonObject> {
  const { kind, document } = planned;
  const operation =
    kind === 'issuance' || kind === 'presentation' ? `${serviceOf[kind]}.configuration` : 'issuer.sign-in';
  try {
    if (isPart(planned)) await writePart(platform, request, planned);
    else
      await platform.call(
        `${operation}.put`,
        onBehalfOf(request, { method: 'POST', body: document, encoding: 'json' }),
      );
    return { ...view(planned), outcome: 'written' };
  } catch (error) {
    // Earlier writes stay, so the caller must learn about it.
    if (!(error instanceof ProtocolError)) throw error;
    const { errors = [{ pointer: '', detail: error.message }] } = error.options;
    return { ...view({ ...planned, mistakes: errors }), outcome: 'refused' };
  }
}

function view({ kind, id, pointer, outcome, mistakes }: Planned): JsonObject {
  return {
    kind,
    ...(id === undefined ? {} : { id }),
    pointer,
    outcome,
    mistakes: mistakes.map(({ pointer: at, detail }) => ({ pointer: at, detail })),
  };
}

/** With what the tenant has now, as an export shows it, so that the caller can compare before the import. */
function viewWithPresent(planned: Planned): JsonObject {
  const { present, outcome } = planned;
  const shown = present === undefined || outcome === 'unchanged' ? {} : { present: leaveOutSecrets(bare(present)) };
  return { ...view(planned), ...shown };
}

function ofFile({ pointer, mistakes }: Planned): readonly FieldError[] {
  return mistakes.map((mistake) => ({ ...mistake, pointer: `${pointer}${mistake.pointer}` }));
}

function refused(errors: readonly FieldError[]): ProtocolError {
  return new ProtocolError('invalid_request', 'The file has errors, so nothing was imported', {
    reason: 'flow_configuration_invalid',
    facts: placesOf(errors),
    errors,
  });
}
