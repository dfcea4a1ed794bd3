/** The description of names, images and colours: of a credential, a claim, and the issuer (`display.json`). */
import { closed, documented, patterns, text } from '../http/schema-parts.ts';
import { fileObject, forApi, forFile, listOf } from './readers.ts';

/** A file may be longer than what the API stores. */
const limited = <const Most extends number>(maxLength: Most) => ({ ...text, api: { maxLength } }) as const;
const shortText = limited(80);

const image = {
  ...closed(
    'DisplayImage',
    [],
    {
      uri: {
        ...limited(32_768),
        api: { maxLength: 32_768, description: 'Address; `<PUBLIC_URL>/public/logo.png` is a stored image' },
        file: { description: 'Address; `<PUBLIC_URL>/public/logo.svg` is a file of the folder `public`' },
      },
      url: {
        ...limited(32_768),
        description: 'The same for wallets of older drafts; `uri` goes out under both names',
      },
      alt_text: limited(500),
    },
    { description: 'Needs uri or url' },
  ),
  file: { anyOf: [{ required: ['uri'] }, { required: ['url'] }] },
} as const;

const colour = documented(
  { ...shortText, description: 'For example, #1d3557', file: { pattern: patterns.colour } },
  { pattern: patterns.colour },
);

const name = { ...text, minLength: 1, api: { maxLength: 200 } } as const;
const locale = documented(
  { ...shortText, description: 'Language tag (BCP 47); one entry for each' },
  { pattern: patterns.languageTag },
);

/** OpenID4VCI 1.0, 12.2.4, a configuration's `display`; an image's `url` comes from earlier drafts. */
export const displayMembers = {
  name,
  locale,
  description: limited(2000),
  logo: image,
  background_image: image,
  background_color: colour,
  text_color: colour,
} as const;

export const imageMembers = image.properties;

/** For the pages of this server; it is not in documents for wallets. */
export const accentColour = {
  accent_color: documented(
    {
      ...shortText,
      description: 'Colour of the pages that users see, #rgb or #rrggbb',
      file: { pattern: patterns.hexColour },
    },
    { pattern: patterns.hexColour },
  ),
} as const;

export const display = listOf(
  fileObject(displayMembers, { required: ['name'] }),
  'How wallets show it, with one entry for each language',
);

export const claimDisplay = listOf(fileObject({ name, locale }, { required: ['name'] }), 'What wallets call the claim');

const displayExample = {
  entries: [{ name: 'City library', locale: 'en', logo: { uri: '<PUBLIC_URL>/public/logo.png', alt_text: 'A book' } }],
} as const;

const issuerEntry = closed('DisplayEntry', ['name'], { ...displayMembers, ...accentColour });

export const displayBodySchema = forApi(
  closed(
    'DisplayBody',
    ['entries'],
    {
      entries: { type: 'array', items: issuerEntry, description: 'One entry per language', minItems: 1, maxItems: 50 },
    },
    { example: displayExample },
  ),
);

export const displayFile = forFile(
  'Name and images of the issuer: display.json',
  listOf(issuerEntry, 'One entry per language'),
);
