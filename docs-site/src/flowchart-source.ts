/** A Mermaid flowchart from the bottom to the top, as far as our documents use it. Pure. */

export interface Flowchart {
  /** Labels by id, in the order of the text. */
  readonly nodes: ReadonlyMap<string, string>;
  readonly edges: readonly (readonly [from: string, to: string])[];
}

const NODE = /^([\w-]+)(?:\[([^\]]+)\])?$/;

/** @returns undefined for a diagram of another kind, which stays text */
export function parseFlowchart(text: string): Flowchart | undefined {
  const [head, ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  if (head?.trim() !== 'flowchart BT') return undefined;
  const nodes = new Map<string, string>();
  const edges: [string, string][] = [];
  for (const line of lines) {
    const sides = line.split('-->').map((side) => side.split('&').map((one) => NODE.exec(one.trim())));
    const [from, to] = sides.map((side) => side.flatMap((found) => (found?.[1] === undefined ? [] : [found[1]])));
    if (sides.length !== 2 || from === undefined || to === undefined) return undefined;
    if (from.length + to.length < sides.flat().length) return undefined;
    for (const [, id = '', label] of sides.flat().flatMap((found) => (found === null ? [] : [found]))) {
      if (label !== undefined || !nodes.has(id)) nodes.set(id, label ?? id);
    }
    edges.push(...from.flatMap((one) => to.map((other): [string, string] => [one, other])));
  }
  return { nodes, edges };
}
