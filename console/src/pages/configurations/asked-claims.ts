/** What a presentation configuration asks of a user, in the terms that wallets use. Pure. */

import { recordOf, recordsOf } from '../../parts/records.ts';
import { type Format, formatOf, typeLines } from './credential-format.ts';
import { nameIn, namesOf } from './credential-preview.ts';

export interface AskedClaim {
  /** Readable path, such as `address.locality`; `*` for each item. */
  readonly path: string;
  /** The credential's name for it, if the tenant issues the credential. */
  readonly name?: string;
  /** Only these values are accepted. */
  readonly values: readonly string[];
}

export interface AskedCredential {
  readonly id: string;
  readonly types: readonly string[];
  readonly name: string;
  /** Empty: the whole credential without any selectively disclosable claim. */
  readonly claims: readonly AskedClaim[];
  /** Alternatives, each a list of paths; empty: all claims. */
  readonly claimSets: readonly (readonly string[])[];
}

export interface Asked {
  readonly purpose?: string;
  readonly credentials: readonly AskedCredential[];
  /** Which credentials may be presented together; empty: all of them. */
  readonly sets: readonly { readonly required: boolean; readonly options: readonly (readonly string[])[] }[];
}

export interface AskedOptions {
  readonly language: string;
  /** Credential configurations of the tenant, for names. */
  readonly issued: readonly unknown[];
}

export function askedOf(configuration: unknown, options: AskedOptions): Asked {
  const written = recordOf(configuration);
  const query = recordOf(written.dcql_query);
  const credentials = recordsOf(query.credentials).map((one) => credentialOf(one, options));
  const nameOf = (id: unknown): string => credentials.find((one) => one.id === id)?.name ?? String(id);
  const purposes = recordsOf(recordOf(recordOf(written.registrationCert).body).purpose);
  const purpose = nameIn(
    Object.fromEntries(purposes.map(({ locale, name }) => [String(locale ?? ''), String(name ?? '')])),
    options.language,
  );
  return {
    ...(purpose === undefined ? {} : { purpose }),
    credentials,
    sets: recordsOf(query.credential_sets).map(({ options: sets, required }) => ({
      required: required !== false,
      options: listsOf(sets).map((ids) => ids.map(nameOf)),
    })),
  };
}

function credentialOf(query: Readonly<Record<string, unknown>>, { language, issued }: AskedOptions): AskedCredential {
  const types = typeLines(query);
  const own = issued
    .map(recordOf)
    .find((one) => types.some((type) => isTypeOf(one, type, formatOf({ config: query }))));
  const config = recordOf(own?.config);
  const metadata = recordOf(config.credential_metadata);
  const described = [...recordsOf(metadata.claims), ...recordsOf(recordOf(own?.vct).claims)];
  const display = [...recordsOf(config.display), ...recordsOf(metadata.display)];
  const names = Object.fromEntries(display.map(({ locale, name }) => [String(locale ?? ''), String(name ?? '')]));
  const claims = recordsOf(query.claims);
  return {
    id: String(query.id ?? ''),
    types,
    name: nameIn(names, language) ?? shortType(types[0]) ?? String(query.id ?? ''),
    claims: claims.map((claim) => claimOf(claim, described, language)),
    claimSets: listsOf(query.claim_sets).map((ids) =>
      ids.map((id) => pathText(claims.find((claim) => claim.id === id)?.path) || String(id)),
    ),
  };
}

function claimOf(
  { path, values }: Readonly<Record<string, unknown>>,
  described: readonly Readonly<Record<string, unknown>>[],
  language: string,
): AskedClaim {
  const name = nameIn(namesOf(described, Array.isArray(path) ? path : []), language);
  return {
    path: pathText(path),
    ...(name === undefined ? {} : { name }),
    values: Array.isArray(values) ? values.map(String) : [],
  };
}

/** An SD-JWT VC without a type has its own address as type, which ends with its id. A W3C credential may have more types. */
function isTypeOf(configuration: Readonly<Record<string, unknown>>, type: string, format: Format): boolean {
  const { vct, doctype, credential_definition: definition } = recordOf(configuration.config);
  if (format !== formatOf(configuration)) return false;
  if (format === 'jwt_vc_json') {
    const own = [recordOf(definition).type].flat();
    return type.split(' ').every((one) => own.includes(one));
  }
  if (doctype === type) return true;
  return vct === type || (vct === undefined && type.endsWith(`/vct/${String(configuration.id)}`));
}

function pathText(path: unknown): string {
  return Array.isArray(path) ? path.map((step) => (step === null ? '*' : String(step))).join('.') : '';
}

function shortType(type: string | undefined): string | undefined {
  return type?.split('/').at(-1);
}

function listsOf(value: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(value) ? value.filter((one) => Array.isArray(one)) : [];
}
