/** How lists spell countries (ETSI TS 119 615, 4.6). */
const TERRITORIES: ReadonlyMap<string, string> = new Map([
  ['GB', 'UK'],
  ['GR', 'EL'],
]);

/** The territory of a country in a certificate or credential. */
export function asTerritory(country: string): string {
  return TERRITORIES.get(country) ?? country;
}
