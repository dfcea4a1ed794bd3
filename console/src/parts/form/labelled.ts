/** A form's fields with readable labels. Pure. */
import { claimLabel } from '../../text/claim-names.ts';
import type { FormNode } from './form-node.ts';

/** As in metadata (OpenID4VCI 1.0, Appendix C): names of members, null for the entries of a list. */
export type ClaimPath = readonly (string | null)[];

/** @param nameOf a name for the field at this path; undefined if only the schema has one */
export function labelled(
  node: FormNode,
  nameOf: (path: ClaimPath) => string | undefined,
  path: ClaimPath = [],
): FormNode {
  const label = nameOf(path) ?? (node.label === path.at(-1) ? claimLabel(node.label) : node.label);
  switch (node.kind) {
    case 'group': {
      const members = node.members.map((member) => ({
        ...member,
        node: labelled(member.node, nameOf, [...path, member.name]),
      }));
      return { ...node, label, members };
    }
    case 'list':
      return { ...node, label, item: labelled(node.item, nameOf, [...path, null]) };
    default:
      return { ...node, label };
  }
}
