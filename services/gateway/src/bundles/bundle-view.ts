/** A plan as a response, and as the stored decision to apply it. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { toNeutral } from '../documents/variant-shape.ts';
import { leaveOutSecrets } from '../transfer/left-out-secrets.ts';
import { bare } from '../transfer/plan-import.ts';
import type { Digest, OwnedBundle } from './owned.ts';
import type { BundlePlan, PlannedObject } from './plan-bundle.ts';
import type { ApplyContent } from './run-apply.ts';
import { stepsOf } from './steps.ts';

/** Whether nothing would be written, not even who owns what. */
export function isNothing({ objects }: BundlePlan): boolean {
  return objects.every(({ action }) => action === 'unchanged');
}

/** Never with a secret. */
export function planView(plan: BundlePlan): JsonObject {
  const { name, generation, objects, fingerprint } = plan;
  return { name, generation, fingerprint, changes: !isNothing(plan), objects: objects.map(objectView) };
}

function objectView({ kind, id, pointer, action, drifted, mistakes, document, present }: PlannedObject): JsonObject {
  const differs = action !== 'unchanged' && action !== 'adopt';
  const now = present === undefined ? undefined : bare(toNeutral(present));
  return {
    kind,
    ...(id === undefined ? {} : { id }),
    ...(pointer === undefined ? {} : { pointer }),
    action,
    ...(drifted ? { drifted } : {}),
    mistakes: mistakes.map(({ pointer: at, detail }) => ({ pointer: at, detail })),
    ...(differs && now !== undefined ? { present: leaveOutSecrets(now) } : {}),
    ...(differs && document !== undefined ? { proposed: leaveOutSecrets(document) } : {}),
    ...(differs && hasOtherSecrets(now, document) ? { secretsDiffer: true } : {}),
  };
}

/** Only masked secrets differ. */
function hasOtherSecrets(now: JsonObject | undefined, document: JsonObject | undefined): boolean {
  if (now === undefined || document === undefined) return false;
  return isDeepStrictEqual(leaveOutSecrets(now), leaveOutSecrets(document)) && !isDeepStrictEqual(now, document);
}

interface Ownership {
  readonly before: OwnedBundle | undefined;
  readonly digest: Digest;
}

export function applyContent(
  { name, generation, objects }: BundlePlan,
  { id, client = '' }: Pick<OperationRequest, 'id' | 'client'>,
  { before, digest }: Ownership,
): ApplyContent {
  // An unchanged object of a file stays the file's.
  const owned = objects.filter(
    ({ key, action }) =>
      action === 'create' || action === 'update' || action === 'adopt' || (action === 'unchanged' && isIn(before, key)),
  );
  const after = owned.map(({ key, document = {} }) => [key, digest(document)] as const);
  return {
    bundle: name,
    request: id,
    steps: stepsOf(objects),
    after: { generation, client, objects: Object.fromEntries(after) },
  };
}

function isIn(before: OwnedBundle | undefined, key: string): boolean {
  return before !== undefined && Object.hasOwn(before.objects, key);
}
