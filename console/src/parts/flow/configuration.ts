/** Configurations in the form of the API. Pure. */
import type { Json } from '../form/form-node.ts';

/** Claims that the service sets (SD-JWT VC, 3.2.2). */
export const CLAIMS_OF_SERVICE: readonly string[] = [
  'iss',
  'iat',
  'nbf',
  'exp',
  'cnf',
  'vct',
  'status',
  '_sd',
  '_sd_alg',
  '...',
];

interface Display {
  readonly name?: string;
  readonly locale?: string;
}

interface DescribedClaim {
  readonly path?: readonly (string | number | null)[];
  readonly display?: readonly Display[];
}

export interface CredentialConfiguration {
  readonly id: string;
  readonly config?: {
    readonly display?: readonly Display[];
    readonly claims?: readonly DescribedClaim[];
    readonly credential_metadata?: {
      readonly display?: readonly Display[];
      readonly claims?: readonly DescribedClaim[];
    };
  };
  readonly claims?: Json;
  readonly schema?: unknown;
  readonly presentation_during_issuance?: { readonly webhook?: unknown };
  readonly sign_in?: boolean;
  /** Why the configuration is not used. */
  readonly error?: readonly unknown[];
}

export interface PresentationConfiguration {
  readonly id: string;
  /** Origins of pages that may show the button. */
  readonly origins?: readonly string[];
  readonly error?: readonly unknown[];
}

/** The usable ones, by id. */
export function usable<T extends { readonly id: string; readonly error?: readonly unknown[] }>(
  all: readonly T[],
): readonly T[] {
  return all.filter(({ error }) => error === undefined).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The name that wallets show, in a language, and the id. */
export function nameOf({ id, config }: CredentialConfiguration, language: string): string {
  const shown = [...(config?.display ?? []), ...(config?.credential_metadata?.display ?? [])];
  const name = inLanguage(shown, language)?.name ?? shown[0]?.name ?? '';
  return name === '' ? id : `${name} (${id})`;
}

function inLanguage(shown: readonly Display[], language: string): Display | undefined {
  return shown.find(({ locale }) => locale?.toLowerCase().startsWith(language) === true);
}

/** The name that wallets show for a claim, in this language only. */
export function claimNameOf(
  { config }: CredentialConfiguration,
  path: readonly (string | null)[],
  language: string,
): string | undefined {
  const described = [...(config?.credential_metadata?.claims ?? []), ...(config?.claims ?? [])];
  const claim = described.find(({ path: of }) => of !== undefined && JSON.stringify(of) === JSON.stringify(path));
  return inLanguage(claim?.display ?? [], language)?.name;
}
