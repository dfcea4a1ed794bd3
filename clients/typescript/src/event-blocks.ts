/** Reads server-sent events (WHATWG HTML, 9.2.6) from pieces of text. Pure. */

/** A block without data only carries a position. */
export interface EventBlock {
  readonly id?: string;
  readonly event: string;
  readonly data?: string;
}

/** @returns a function that accepts a piece of text and returns the blocks that it completes */
export function createBlockReader(): (text: string) => readonly EventBlock[] {
  let rest = '';
  return (text) => {
    // A carriage return at the end may be the first half of a line break.
    const [, whole = '', open = ''] = /^([\s\S]*?)(\r?)$/.exec(rest + text) ?? [];
    const blocks = whole.replace(/\r\n?/g, '\n').split('\n\n');
    rest = (blocks.pop() ?? '') + open;
    return blocks.map(readBlock);
  };
}

function readBlock(text: string): EventBlock {
  const fields = text.split('\n').map((line) => {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    return { name, value };
  });
  const valuesOf = (wanted: string): string[] => fields.filter(({ name }) => name === wanted).map(({ value }) => value);
  const [id, event, data] = [valuesOf('id').at(-1), valuesOf('event').at(-1), valuesOf('data')];
  return {
    event: event || 'message',
    ...(id === undefined ? {} : { id }),
    ...(data.length === 0 ? {} : { data: data.join('\n') }),
  };
}
