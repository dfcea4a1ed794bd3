/** The header `accept` (RFC 9110, 12.5.1). */

export interface MediaRange {
  /** In lower case, without parameters, such as `application/json` or a range with `*`. */
  readonly type: string;
  readonly quality: number;
}

/** The ranges of a header, in its order. */
export function mediaRanges(accept: string | undefined): readonly MediaRange[] {
  return (accept ?? '').split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === '' ? [] : [{ type, quality: qualityOf(parameters) }];
  });
}

/** RFC 9110, 12.4.2: 1 without a quality; a malformed quality is ignored. */
function qualityOf(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return written !== undefined && /^[01](\.\d{0,3})?$/.test(written) ? Math.min(1, Number(written)) : 1;
}
