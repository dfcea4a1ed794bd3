/** Tables in a document, between marks that name them. Pure. */

/**
 * Replaces each block of a document by the table of its name.
 * @throws Error where the document has no place for a table, or a place without one
 */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  const missing = new Set(Object.keys(tables));
  const written = text.replace(
    /<!-- made by npm run bench, scaling: (\S+) -->\n[\s\S]*?<!-- end -->/g,
    (_, name: string) => {
      const table = tables[name];
      if (table === undefined) throw new Error(`There is no table ${name}`);
      missing.delete(name);
      return `<!-- made by npm run bench, scaling: ${name} -->\n${table}\n<!-- end -->`;
    },
  );
  if (missing.size > 0) throw new Error(`The document has no place for ${[...missing].join(', ')}`);
  return written;
}
