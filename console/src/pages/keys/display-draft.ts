/** The issuer's display in the form, and the request that it results in. Pure. */

export interface DisplayEntry {
  readonly name: string;
  readonly locale?: string;
  readonly accent_color?: string;
  readonly logo?: { readonly uri?: string; readonly url?: string; readonly alt_text?: string };
}

/** As `GET /configurations/display` has it. */
export interface Display {
  readonly source: 'file' | 'api' | 'none';
  readonly entries: readonly DisplayEntry[];
}

/** As `GET /configurations/images` has each. */
export interface StoredImage {
  readonly file: string;
  readonly uri: string;
}

/** A file that a user has chosen. */
export interface ChosenImage {
  readonly file: string;
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

export interface EntryDraft {
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly alt: string;
  readonly chosen?: ChosenImage | undefined;
  /** The previous entry: members that the form does not have stay. */
  readonly before: Partial<DisplayEntry>;
}

export function draftOf(entry: Partial<DisplayEntry>): EntryDraft {
  const { name = '', locale = '', accent_color: accent = '', logo } = entry;
  return { name, locale, accent, alt: logo?.alt_text ?? '', before: entry };
}

export function entryOf({ name, locale, accent, alt, chosen, before }: EntryDraft): DisplayEntry {
  const { locale: _, accent_color: __, logo, ...others } = before;
  const image = chosen === undefined ? logo : { uri: `<PUBLIC_URL>/public/${chosen.file}` };
  const { alt_text: ___, ...address } = image ?? {};
  return {
    ...others,
    name: name.trim(),
    ...(locale.trim() === '' ? {} : { locale: locale.trim() }),
    ...(accent.trim() === '' ? {} : { accent_color: accent.trim() }),
    ...(image === undefined ? {} : { logo: { ...address, ...(alt.trim() === '' ? {} : { alt_text: alt.trim() }) } }),
  };
}

/** Without its logo. */
export function withoutLogo({ before: { logo: _, ...before }, ...draft }: EntryDraft): EntryDraft {
  return { ...draft, before, chosen: undefined };
}

/** The logo's address: the chosen file, or an image on this server. External images are not loaded. */
export function previewOf({ chosen, before }: EntryDraft, images: readonly StoredImage[]): string | undefined {
  if (chosen !== undefined) return `data:${chosen.type};base64,${chosen.data}`;
  const address = before.logo?.uri ?? before.logo?.url ?? '';
  if (address.startsWith('data:image/')) return address;
  const own = images.find(({ file, uri }) => address === uri || address === `<PUBLIC_URL>/public/${file}`);
  return own === undefined ? undefined : new URL(own.uri).pathname;
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** The chosen file with a name that the API accepts. */
export function chosenImage(name: string, bytes: Uint8Array): ChosenImage {
  const dot = name.lastIndexOf('.');
  const ending = name.slice(dot + 1).toLowerCase();
  const stem = (dot < 0 ? '' : name.slice(0, dot)).replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { file: `${stem.slice(0, 60) || 'logo'}.${ending}`, type: TYPES[ending] ?? 'application/octet-stream', data };
}
