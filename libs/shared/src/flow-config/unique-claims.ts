/** Which claims tell people apart. Pure. */

/** Claims that are unique to a user, in PIDs, driving licences and attestations of other member states. */
const UNIQUE = new Set([
  'personal_administrative_number',
  'personal_identifier',
  'document_number',
  'administrative_number',
  'tax_id_code',
  'sub',
]);

/** Whether two people may share all of these claims. @param paths of claims, by their names */
export function mayBeShared(paths: readonly (readonly unknown[])[]): boolean {
  return !paths.some((path) => UNIQUE.has(String(path.at(-1))));
}
