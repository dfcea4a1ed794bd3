/** The writes of a bundle in their order, each with the write that takes it back. Pure. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import { toNeutral } from '../documents/variant-shape.ts';
import { listedKinds, serviceOf } from '../transfer/in-force.ts';
import {
  type PartCall,
  type PartMember,
  parts,
  partsAfter,
  partsBefore,
  putOf,
  removalOf,
} from '../transfer/part-table.ts';
import { bare } from '../transfer/plan-import.ts';
import type { PlannedObject } from './plan-bundle.ts';

export interface Step {
  /** `<kind>/<id>`. */
  readonly key: string;
  readonly write: PartCall;
  readonly undo: PartCall;
}

/** Creations and updates in the plan's order. Deletions follow in the opposite order: what names others goes first. */
export function stepsOf(objects: readonly PlannedObject[]): readonly Step[] {
  const written = objects.filter(({ action }) => action === 'create' || action === 'update');
  const deleted = objects.filter(({ action }) => action === 'delete').sort((a, b) => orderOf(b) - orderOf(a));
  return [...written, ...deleted].map(stepOf);
}

function stepOf(object: PlannedObject): Step {
  const { key, document, present } = object;
  const removal = () => removeCall(object, document ?? present ?? {});
  return {
    key,
    write: document === undefined ? removal() : putCall(object, document),
    // A document of a file is still there when the stored one is removed.
    undo: present?.source === 'api' ? putCall(object, bare(toNeutral(present))) : removal(),
  };
}

type Named = Pick<PlannedObject, 'kind' | 'id' | 'member'>;

function putCall({ kind, member }: Named, document: JsonObject): PartCall {
  if (member !== undefined) return putOf(member, document);
  if (kind === 'issuance' || kind === 'presentation')
    return { operation: `${serviceOf[kind]}.configuration.put`, params: {}, body: document };
  return { operation: 'issuer.sign-in.put', params: {}, body: document };
}

function removeCall({ kind, id, member }: Named, document: JsonObject): PartCall {
  if (member !== undefined) return removalOf(member, document) ?? notRemovable(member);
  if (kind === 'issuance' || kind === 'presentation')
    return { operation: `${serviceOf[kind]}.configuration.delete`, params: { id: id ?? '' } };
  return { operation: 'issuer.sign-in.delete', params: {} };
}

function notRemovable(member: PartMember): never {
  throw new Error(`${member} are not part of a bundle`);
}

/** In the order in which an import writes them. */
const kinds: readonly PlannedObject['kind'][] = [
  ...partsBefore.map((member) => parts[member].kind),
  ...listedKinds,
  'signIn',
  ...partsAfter.map((member) => parts[member].kind),
];

function orderOf({ kind }: Named): number {
  return kinds.indexOf(kind);
}
