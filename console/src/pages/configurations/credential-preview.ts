/** A credential as a wallet shows it: its face in each language, and its claims by their names. Pure. */
import { isRecord, recordOf, recordsOf } from '../../parts/records.ts';

export interface Face {
  /** Language tag; empty if the display has no language. */
  readonly locale: string;
  readonly name: string;
  readonly description?: string;
  /** `#rgb` or `#rrggbb`. */
  readonly background?: string;
  readonly text?: string;
  /** Contrast of text and background (WCAG 2.1); absent if a colour has an unknown form. */
  readonly contrast?: number;
  readonly logo?: string;
  readonly picture?: string;
}

export interface PreviewClaim {
  /** Namespace of an element of an mdoc. */
  readonly space?: string;
  /** For an mdoc: the element's name. */
  readonly path: string;
  /** By language. */
  readonly names: Readonly<Record<string, string>>;
  readonly value: string;
  /** The holder may present only this claim. */
  readonly disclosable: boolean;
}

export interface CredentialPreview {
  readonly faces: readonly Face[];
  readonly claims: readonly PreviewClaim[];
}

export interface PreviewOptions {
  /** Where `<PUBLIC_URL>` is: only images of the server itself are shown. */
  readonly issuer: string;
}

export function credentialPreview(configuration: unknown, { issuer }: PreviewOptions): CredentialPreview {
  const written = recordOf(configuration);
  const config = recordOf(written.config);
  const metadata = recordOf(config.credential_metadata);
  const own = recordsOf(config.display);
  const display = own.length > 0 ? own : recordsOf(metadata.display);
  const described = [...recordsOf(metadata.claims), ...recordsOf(recordOf(written.vct).claims)];
  const frame = recordOf(written.disclosureFrame)._sd;
  const disclosable = Array.isArray(frame) ? frame : [];
  return {
    faces: display.map((entry) => faceOf(entry, issuer)),
    claims:
      config.format === 'mso_mdoc'
        ? elements(recordOf(written.claims), described)
        : [...leaves(recordOf(written.claims), []), ...withoutValue(described, recordOf(written.claims))].map(
            ({ path, value }) => ({
              path: path.join('.'),
              names: namesOf(described, path),
              value: typeof value === 'string' ? value : JSON.stringify(value),
              disclosable: disclosable.includes(path[0] ?? ''),
            }),
          ),
  };
}

/** Described claims whose value comes with the offer. */
function withoutValue(
  described: readonly Readonly<Record<string, unknown>>[],
  claims: Readonly<Record<string, unknown>>,
) {
  const paths = described.flatMap(({ path }) =>
    Array.isArray(path) && path.every((step) => typeof step === 'string') ? [path as readonly string[]] : [],
  );
  const isGiven = (path: readonly string[]): boolean =>
    path.reduce<unknown>((within, step) => recordOf(within)[step], claims) !== undefined;
  const isGroup = (path: readonly string[]): boolean =>
    paths.some((one) => one.length > path.length && path.every((step, index) => one[index] === step));
  const texts = paths.filter((path) => !isGiven(path) && !isGroup(path)).map((path) => JSON.stringify(path));
  return [...new Set(texts)].map((text) => ({ path: JSON.parse(text) as readonly string[], value: '' }));
}

/** Elements of an mdoc, each whole. The holder may present each separately. */
function elements(
  spaces: Readonly<Record<string, unknown>>,
  described: readonly Readonly<Record<string, unknown>>[],
): readonly PreviewClaim[] {
  const open = withoutValue(described, spaces).filter(({ path }) => path.length === 2);
  const given = Object.entries(spaces).flatMap(([space, named]) =>
    Object.entries(recordOf(named)).map(([name, value]) => [space, name, value] as const),
  );
  return [...given, ...open.map(({ path: [space = '', name = ''] }) => [space, name, ''] as const)].map(
    ([space, name, value]) => ({
      space,
      path: name,
      names: namesOf(described, [space, name]),
      value: typeof value === 'string' ? value : JSON.stringify(value),
      disclosable: true,
    }),
  );
}

/** The entry for a language: an exact one, one with the same base language, otherwise the first. */
export function inLanguage<T extends { readonly locale: string }>(
  entries: readonly T[],
  language: string,
): T | undefined {
  const short = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? '';
  return (
    entries.find(({ locale }) => locale === language) ??
    entries.find(({ locale }) => short(locale) === short(language)) ??
    entries[0]
  );
}

/** A wallet's label for a claim in a language; undefined if no display has it. */
export function nameIn(names: Readonly<Record<string, string>>, language: string): string | undefined {
  return inLanguage(
    Object.entries(names).map(([locale, name]) => ({ locale, name })),
    language,
  )?.name;
}

/** A claim's names by language, from all display metadata. */
export function namesOf(
  described: readonly Readonly<Record<string, unknown>>[],
  path: readonly unknown[],
): Readonly<Record<string, string>> {
  const found = described
    .filter((claim) => JSON.stringify(claim.path) === JSON.stringify(path))
    .flatMap(({ display }) => recordsOf(display));
  return Object.fromEntries(
    found.map(({ locale, lang, name, label }) => [String(locale ?? lang ?? ''), String(name ?? label ?? '')]),
  );
}

function faceOf(entry: Readonly<Record<string, unknown>>, issuer: string): Face {
  const [background, text] = [colour(entry.background_color), colour(entry.text_color)];
  const [logo, picture] = [imageOf(entry.logo, issuer), imageOf(entry.background_image, issuer)];
  return {
    locale: typeof entry.locale === 'string' ? entry.locale : '',
    name: typeof entry.name === 'string' ? entry.name : '',
    ...(typeof entry.description === 'string' ? { description: entry.description } : {}),
    ...(background === undefined ? {} : { background }),
    ...(text === undefined ? {} : { text }),
    ...(background === undefined || text === undefined ? {} : { contrast: contrastOf(background, text) }),
    ...(logo === undefined ? {} : { logo }),
    ...(picture === undefined ? {} : { picture }),
  };
}

const PLACEHOLDER = '<PUBLIC_URL>/public/';

/** Address of an image on this server; no request is sent to another host. */
function imageOf(image: unknown, issuer: string): string | undefined {
  const { uri, url } = recordOf(image);
  const address = typeof uri === 'string' ? uri : typeof url === 'string' ? url : '';
  if (!address.startsWith(PLACEHOLDER)) return undefined;
  const file = address.slice(PLACEHOLDER.length);
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(file) ? `${issuer}/public/${file}` : undefined;
}

function colour(value: unknown): string | undefined {
  return typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? value : undefined;
}

/** Contrast of two colours `#rgb` or `#rrggbb`, from 1 to 21 (WCAG 2.1). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(hex: string): number {
  const long = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function leaves(
  value: Readonly<Record<string, unknown>>,
  at: readonly string[],
): readonly { readonly path: readonly string[]; readonly value: unknown }[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const path = [...at, name];
    return isRecord(item) && Object.keys(item).length > 0 ? leaves(item, path) : [{ path, value: item }];
  });
}
