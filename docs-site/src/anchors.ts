/** Anchors of headings, as GitHub creates them: links between the documents work in both places. */

/** @returns a function that creates the anchor of each heading of one page, called with its Markdown in order */
export function anchorsOfPage(): (title: string) => string {
  const used = new Set<string>();
  return (title) => {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; used.has(unique); count += 1) unique = `${anchor}-${count}`;
    used.add(unique);
    return unique;
  };
}
