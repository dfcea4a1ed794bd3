/** Formats of untrusted schemas. The formats of ajv-formats take linear time, except `url`, which is replaced. */
import type { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** ajv-formats is CommonJS: its default export is the module itself under NodeNext. */
const addFormats = formats as unknown as (ajv: Ajv2020) => void;

const PRIVATE = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
const ADDRESS = /^(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.\d{1,3}){2}\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4])$/;

/** Adds the formats to a compiler of schemas. */
export function addSchemaFormats(ajv: Ajv2020): void {
  addFormats(ajv);
  ajv.addFormat('url', isUrl);
}

/** An HTTP or FTP URL with a public host, as ajv-formats defines it, whose own expression takes quadratic time. */
function isUrl(text: string): boolean {
  if (!/^(?:https?|ftp):\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  if (/^[\d.]+$/.test(hostname)) return ADDRESS.test(hostname) && !PRIVATE.test(hostname);
  const labels = hostname.split('.');
  return labels.length > 1 && /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(labels.at(-1) ?? '') && labels.every(isLabel);
}

function isLabel(label: string): boolean {
  return /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
}
