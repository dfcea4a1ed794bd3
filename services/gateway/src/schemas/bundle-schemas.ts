/** JSON Schemas of bundles, and of what they would change. */
import { bundleMembers, bundleNeeds } from '@countersign/shared/configuration-documents/bundle';
import { forApi } from '@countersign/shared/configuration-documents/readers';
import { choice, closed, dateTime, freeObject, open, text, texts } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';
import * as example from './request-examples.ts';

const bundle = forApi(
  closed('ConfigurationBundle', bundleNeeds, bundleMembers, {
    description: 'The part of a tenant’s configuration that one repository owns',
    example: example.bundle,
  }),
);

const adopt = {
  type: 'boolean',
  description: 'Takes over objects that the tenant has and no bundle owns. Default: they are errors',
} as const;

export const bundlePlanRequestSchema: JsonObject = closed(
  'BundlePlanRequest',
  ['bundle'],
  { bundle, adopt },
  { description: 'A bundle to compare with the tenant', example: { bundle: example.bundle } },
);

export const bundleApplySchema: JsonObject = closed(
  'BundleApply',
  ['bundle', 'fingerprint'],
  {
    bundle,
    adopt,
    fingerprint: { ...text, maxLength: 64, description: 'Of the plan that is applied; another state is refused' },
  },
  { description: 'A bundle with its plan', example: { bundle: example.bundle, fingerprint: 'x'.repeat(43) } },
);

const mistake = open('BundleMistake', ['pointer', 'detail'], {
  pointer: { ...text, description: 'JSON pointer from the object' },
  detail: text,
});

const planned = open('PlannedObject', ['kind', 'action', 'mistakes'], {
  kind: { ...text, description: 'What it is, such as `issuance`' },
  id: text,
  pointer: { ...text, description: 'JSON pointer from the bundle; absent if the bundle does not have it' },
  action: choice(
    'PlannedAction',
    ['create', 'update', 'adopt', 'unchanged', 'delete', 'forget', 'blocked'],
    '`adopt`: stays as it is and belongs to the bundle; `forget`: somebody has removed it; `blocked`: has errors',
  ),
  drifted: { type: 'boolean', description: 'Somebody has changed or removed it since the bundle was applied' },
  mistakes: { type: 'array', items: mistake },
  present: { ...freeObject, description: 'What the tenant has now, without secrets' },
  proposed: { ...freeObject, description: 'What it will have, without secrets' },
  secretsDiffer: { type: 'boolean', description: 'Only secrets differ, which are not shown' },
});

export const bundlePlanSchema: JsonObject = open(
  'BundlePlan',
  ['name', 'generation', 'fingerprint', 'changes', 'objects'],
  {
    name: text,
    generation: { type: 'integer' },
    fingerprint: { ...text, description: 'Names this plan in the call that applies it' },
    changes: { type: 'boolean', description: 'Whether anything would be written' },
    objects: { type: 'array', items: planned },
  },
);

export const bundlesSchema: JsonObject = {
  type: 'array',
  items: open('OwnedBundle', ['name', 'generation', 'appliedAt', 'client', 'objects'], {
    name: text,
    generation: { type: 'integer' },
    appliedAt: dateTime,
    client: { ...text, description: 'Management client that applied it' },
    objects: { ...texts, description: 'What it owns: `<kind>/<id>`' },
  }),
};
