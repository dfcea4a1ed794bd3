/** Warnings about linked images and type metadata. Pure, over responses that were fetched before. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { member } from './claim-names.ts';
import { displayOf } from './credential-warnings.ts';
import { imageSize } from './image-size.ts';
import type { Probe } from './tenant-warnings.ts';
import type { Warning } from './warning.ts';

export interface Link {
  readonly url: string;
  readonly pointer: string;
  readonly kind: 'logo' | 'background' | 'type';
}

/** Wallets accept some stretch. */
const MAX_STRETCH = 1.1;

/** Every address that wallets fetch because of a configuration. @param ownVct address at which this server has its type metadata */
export function linksOf(configuration: JsonObject, serves: (vct: string) => boolean): readonly Link[] {
  const { entries, pointer } = displayOf(configuration);
  const images = entries.flatMap((entry, index) =>
    IMAGES.flatMap(([name, kind]): Link[] => {
      const image = member(entry, name);
      const member_ = typeof image.uri === 'string' ? 'uri' : 'url';
      const url = image[member_];
      return typeof url === 'string' ? [{ url, kind, pointer: `${pointer}/${index}/${name}/${member_}` }] : [];
    }),
  );
  const { vct } = member(configuration, 'config');
  const type: Link[] =
    typeof vct === 'string' && /^https?:/.test(vct) && !serves(vct)
      ? [{ url: vct, kind: 'type', pointer: '/config/vct' }]
      : [];
  return [...images, ...type];
}

const IMAGES = [
  ['logo', 'logo'],
  ['background_image', 'background'],
] as const;

/** @param probe the response from the address; undefined for a `data:` URL, or if it was not called */
export function linkWarnings({ url, pointer, kind }: Link, probe: Probe | undefined): readonly Warning[] {
  if (kind === 'type') return typeWarnings(url, pointer, probe);
  const insecure: Warning[] = url.startsWith('http:')
    ? [{ code: 'image_insecure', pointer, detail: 'The image has an http address' }]
    : [];
  const bytes = url.startsWith('data:')
    ? dataOf(url)
    : probe?.ok === true && probe.status === 200
      ? probe.body
      : undefined;
  if (bytes === undefined) {
    if (probe === undefined) return insecure;
    const why = probe.ok ? `status ${probe.status}` : probe.why;
    return [...insecure, { code: 'image_unreachable', pointer, detail: `The image cannot be loaded: ${why}` }];
  }
  const size = imageSize(bytes);
  if (size === undefined)
    return [...insecure, { code: 'image_not_an_image', pointer, detail: 'The address does not return an image' }];
  const stretch = Math.max(size.width, size.height) / Math.max(1, Math.min(size.width, size.height));
  if (kind !== 'logo' || stretch <= MAX_STRETCH) return insecure;
  return [...insecure, { code: 'image_not_square', pointer, detail: `The logo is ${size.width} by ${size.height}` }];
}

function typeWarnings(url: string, pointer: string, probe: Probe | undefined): readonly Warning[] {
  if (probe === undefined) return [];
  if (probe.ok && probe.status === 200 && vctOf(probe.body) === url) return [];
  const why = probe.ok
    ? probe.status === 200
      ? 'the response is not type metadata for this vct'
      : `status ${probe.status}`
    : probe.why;
  return [{ code: 'vct_unknown', pointer, detail: `The type metadata cannot be loaded: ${why}` }];
}

function vctOf(body: Buffer): Json | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value as Json) ? (value as JsonObject).vct : undefined;
  } catch {
    return undefined;
  }
}

function dataOf(url: string): Buffer {
  const [head = '', data = ''] = url.split(',', 2);
  return head.endsWith(';base64') ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
}
