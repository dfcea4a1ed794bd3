/** A tar archive that depends only on the files: sorted, without times, users and modes of this machine. Pure. */

const BLOCK = 512;

function field(text, length) {
  const bytes = Buffer.alloc(length);
  bytes.write(text);
  return bytes;
}

function octal(value, length) {
  return field(`${value.toString(8).padStart(length - 1, '0')}\0`, length);
}

/** POSIX ustar header. @param type `0` file, `2` symbolic link, `5` folder, `x` records of the next entry */
function header({ path, type, size, mode, owner, time, link = '' }) {
  const bytes = Buffer.concat([
    ...[field(path, 100), octal(mode, 8), octal(owner, 8), octal(owner, 8), octal(size, 12), octal(time, 12)],
    ...[
      field('        ', 8),
      field(type, 1),
      field(link, 100),
      field('ustar\x0000', 8),
      Buffer.alloc(32),
      Buffer.alloc(32),
    ],
    ...[octal(0, 8), octal(0, 8), Buffer.alloc(155), Buffer.alloc(12)],
  ]);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  field(`${sum.toString(8).padStart(6, '0')}\0 `, 8).copy(bytes, 148);
  return bytes;
}

function padded(content) {
  const rest = content.length % BLOCK;
  return rest === 0 ? [content] : [content, Buffer.alloc(BLOCK - rest)];
}

/** `<length> <key>=<value>\n`, whose length counts itself (pax, POSIX.1-2001). */
function record(key, value) {
  const body = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(body) + 1;
  while (Buffer.byteLength(`${length}${body}`) !== length) length = Buffer.byteLength(`${length}${body}`);
  return `${length}${body}`;
}

function isLong(text) {
  return Buffer.byteLength(text) > 100;
}

function entryBlocks({ path, content, link, mode, owner = 0 }, time) {
  const type = link !== undefined ? '2' : content === undefined ? '5' : '0';
  const size = content?.length ?? 0;
  const records = [
    ...(isLong(path) ? [record('path', path)] : []),
    ...(isLong(link ?? '') ? [record('linkpath', link)] : []),
  ];
  const extra = Buffer.from(records.join(''));
  const common = { owner, time };
  const before =
    records.length === 0
      ? []
      : [header({ ...common, path: 'pax', type: 'x', size: extra.length, mode: 0o644 }), ...padded(extra)];
  const short = (text) => Buffer.from(text).subarray(0, 100).toString('latin1');
  const own = header({
    ...common,
    path: isLong(path) ? short(path) : path,
    type,
    size,
    mode,
    link: isLong(link ?? '') ? short(link) : link,
  });
  return [...before, own, ...(content === undefined ? [] : padded(content))];
}

/**
 * @param {readonly { path: string, content?: Buffer, link?: string, mode: number, owner?: number }[]} entries without
 *   content and link: a folder, whose path ends with a slash; owner is user and group, default 0
 * @param time seconds since 1970, of every entry
 */
export function tarOf(entries, time) {
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  return Buffer.concat([...sorted.flatMap((entry) => entryBlocks(entry, time)), Buffer.alloc(2 * BLOCK)]);
}
