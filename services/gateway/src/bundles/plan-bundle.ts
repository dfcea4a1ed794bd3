/** What applying a bundle would change: create, update, adopt, delete. Writes nothing. */
import type { OperationRequest } from '@countersign/shared/http/message';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { toNeutral } from '../documents/variant-shape.ts';
import { type InForce, listedKinds, type TransferPlatform } from '../transfer/in-force.ts';
import type { PartMember } from '../transfer/part-table.ts';
import { bare, type Planned, planImport } from '../transfer/plan-import.ts';
import { presentParts } from '../transfer/tenant-parts.ts';
import { danglingReference } from './dangling-reference.ts';
import { type Digest, keyOf, type Owned, ownerOf } from './owned.ts';

export interface PlannedObject extends Pick<Planned, 'kind' | 'id' | 'mistakes'> {
  /** `<kind>/<id>`. */
  readonly key: string;
  /** JSON pointer from the bundle; absent: the bundle does not have it. */
  readonly pointer?: string;
  /**
   * `adopt`: it stays as it is, and belongs to the bundle from then on. `forget`: the bundle owned it, and somebody has
   * removed it. `blocked`: it has errors, or belongs to somebody else.
   */
  readonly action: 'create' | 'update' | 'adopt' | 'unchanged' | 'delete' | 'forget' | 'blocked';
  /** Somebody has changed or removed it since this bundle was applied. */
  readonly drifted?: true;
  /** For parts: the member of the bundle. */
  readonly member?: PartMember;
  /** What will be there, with secrets; absent: it is deleted. */
  readonly document?: JsonObject;
  /** What is there now, with secrets and its `source`. */
  readonly present?: JsonObject;
}

export interface BundlePlan {
  readonly name: string;
  readonly generation: number;
  readonly objects: readonly PlannedObject[];
  /** Changes with anything that the plan depends on. */
  readonly fingerprint: string;
}

export interface BundleWorld {
  readonly present: InForce;
  readonly owned: Owned;
  readonly digest: Digest;
  /** Takes over what the tenant has and no bundle owns. */
  readonly adopt: boolean;
}

/** @param request its body is the bundle */
export async function planBundle(
  platform: TransferPlatform,
  request: OperationRequest<JsonObject>,
  world: BundleWorld,
): Promise<BundlePlan> {
  const name = String(request.body.name);
  const generation = Number(request.body.generation);
  const declared = (await planImport(platform, request, world.present)).map((one) => declaredObject(one, name, world));
  const objects = [...declared, ...removedObjects(declared, name, world)];
  const { digest, owned } = world;
  const decided = objects.map(({ key, action, document = null, present = null }) => [key, action, document, present]);
  const fingerprint = digest([name, generation, { ...owned.bundles[name] }, decided]);
  return { name, generation, objects, fingerprint };
}

function declaredObject(planned: Planned, name: string, world: BundleWorld): PlannedObject {
  const { kind, id, pointer, document, present, mistakes, outcome } = planned;
  const key = keyOf(planned);
  const owner = ownerOf(world.owned, key);
  const mine = owner === name;
  const foreign = foreignMistake(planned, { owner, name, adopt: world.adopt });
  const all = [...mistakes, ...foreign];
  const actions = {
    new: 'create',
    changed: 'update',
    unchanged: 'unchanged',
    wrong: 'blocked',
    file: 'blocked',
  } as const;
  const adopted = outcome === 'unchanged' && !mine && present?.source === 'api';
  return {
    key,
    kind,
    ...(id === undefined ? {} : { id }),
    pointer,
    action: all.length > 0 ? 'blocked' : adopted ? 'adopt' : actions[outcome],
    mistakes: all,
    document,
    ...(mine && isDrifted(present, world.owned.bundles[name]?.objects[key], world.digest) ? { drifted: true } : {}),
    ...('member' in planned ? { member: planned.member as PartMember } : {}),
    ...(present === undefined ? {} : { present }),
  };
}

interface Claim {
  readonly owner: string | undefined;
  readonly name: string;
  readonly adopt: boolean;
}

function foreignMistake({ outcome, present }: Planned, { owner, name, adopt }: Claim): readonly FieldError[] {
  if (outcome === 'file')
    return [{ pointer: '', detail: 'The server has this in a file: only the file can change it' }];
  if (owner !== undefined && owner !== name) return [{ pointer: '', detail: `It belongs to the bundle ${owner}` }];
  if (owner === name || present?.source !== 'api' || adopt) return [];
  return [{ pointer: '', detail: 'The tenant has it, and it belongs to no bundle: adopt takes it over' }];
}

/** What the bundle owns and no longer contains. */
function removedObjects(
  declared: readonly PlannedObject[],
  name: string,
  world: BundleWorld,
): readonly PlannedObject[] {
  const mine = world.owned.bundles[name]?.objects ?? {};
  const kept = new Set(declared.map(({ key }) => key));
  const present = presentObjects(world.present).filter(({ key }) => !kept.has(key));
  const deleted = present.filter(({ key, present: { source } }) => source === 'api' && Object.hasOwn(mine, key));
  const gone = new Set(deleted.map(({ key }) => key));
  // What is there afterwards may name what is deleted.
  const after = [...declared, ...present.filter(({ key }) => !gone.has(key))];
  const forgotten = Object.keys(mine).filter((key) => !kept.has(key) && !gone.has(key));
  return [
    ...deleted.map((one): PlannedObject => {
      const mistakes = danglingReference(one, after);
      const drifted = isDrifted(one.present, mine[one.key], world.digest) ? ({ drifted: true } as const) : {};
      return { ...one, ...drifted, action: mistakes.length > 0 ? 'blocked' : 'delete', mistakes };
    }),
    ...forgotten.map((key): PlannedObject => ({ key, ...namedBy(key), action: 'forget', drifted: true, mistakes: [] })),
  ];
}

function namedBy(key: string): Pick<PlannedObject, 'kind' | 'id'> {
  const [kind = '', ...id] = key.split('/');
  return { kind: kind as PlannedObject['kind'], ...(id.length === 0 ? {} : { id: id.join('/') }) };
}

interface PresentObject extends Pick<PlannedObject, 'key' | 'kind' | 'id' | 'member'> {
  readonly present: JsonObject;
}

function presentObjects(present: InForce): readonly PresentObject[] {
  const listed = listedKinds.flatMap((kind) =>
    present[kind].map((document) => {
      const id = String(document.id);
      return { kind, id, key: keyOf({ kind, id }), present: document };
    }),
  );
  const signIn =
    present.signIn === undefined ? [] : [{ kind: 'signIn', key: 'signIn', present: present.signIn } as const];
  const parts = presentParts(present.parts).map(({ document, ...one }) => ({
    ...one,
    key: keyOf(one),
    present: document,
  }));
  return [...listed, ...signIn, ...parts];
}

/** @param applied the digest of what was applied last; undefined if nothing was */
function isDrifted(present: JsonObject | undefined, applied: string | undefined, digest: Digest): boolean {
  if (applied === undefined) return false;
  return present === undefined || digest(bare(toNeutral(present))) !== applied;
}
