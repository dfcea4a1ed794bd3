/** National lists, from the pointers in an authenticated list of trusted lists (ETSI TS 119 615, 4.2.4). Pure. */
import type { ListPointer, XmlList } from './list-value.ts';
import { LIST_TYPES, XML_LIST_MIME_TYPE } from './names.ts';
import { type ListRules, type OpenedList, openList } from './open-list.ts';
import { XmlListError } from './xml-list-error.ts';

/** The Union and Iceland, Liechtenstein and Norway. The list of trusted lists still points to the United Kingdom. */
export const TERRITORIES: readonly string[] = (
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' + 'IS LI NO'
).split(' ');

/**
 * The pointers that are followed, one for each territory. Pointers to the same list as PDF are left out.
 * @param territories as configured
 */
export function nationalPointers(
  { pointers }: XmlList,
  territories: readonly string[] = TERRITORIES,
): readonly ListPointer[] {
  const usable = pointers.filter(
    ({ territory, mimeType, listType }) =>
      territories.includes(territory) && mimeType === XML_LIST_MIME_TYPE && listType === LIST_TYPES['national list'],
  );
  return usable.filter(({ territory }, index) => usable.findIndex((one) => one.territory === territory) === index);
}

/**
 * @param pointer whose certificates may sign the list
 * @throws XmlListError
 */
export function openNationalList(bytes: Buffer, pointer: ListPointer, rules?: ListRules): OpenedList {
  const opened = openList(bytes, pointer.certificates, rules);
  if (opened.list.type !== 'national list') throw new XmlListError('list_type', 'The list is not a national list');
  if (opened.list.territory !== pointer.territory) {
    throw new XmlListError('list_territory', "The list's territory does not match the pointer");
  }
  return opened;
}
