/** Scales and axes of plots: numbers to positions. Pure. */

export type Scale = (value: number) => number;

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** From 0 to `most`, straight. */
export function linearScale(most: number, { from, to }: Range): Scale {
  return (value) => from + (most === 0 ? 0 : (value / most) * (to - from));
}

/** By the logarithm. Values below `least` are drawn at the begin. @throws where a limit is not positive */
export function logScale(least: number, most: number, { from, to }: Range): Scale {
  if (!(least > 0 && most > least)) throw new Error(`No logarithmic scale from ${least} to ${most}`);
  const width = Math.log(most / least);
  return (value) => from + (Math.log(Math.max(value, least) / least) / width) * (to - from);
}

/** Places of `count` categories in their order, each in the middle of its share. */
export function categoryScale(count: number, { from, to }: Range): Scale {
  const step = (to - from) / count;
  return (index) => from + step * (index + 0.5);
}

/** Round values from 0 to the first that is not below `most`, about `wanted` of them: steps of 1, 2 or 5 times a power of ten. */
export function linearTicks(most: number, wanted = 4): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((times) => times * power >= rough * 0.999999) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Powers of ten from the one at or below `least` to the one at or above `most`, two at least. */
export function logTicks(least: number, most: number): readonly number[] {
  const first = Math.floor(Math.log10(least) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(most) - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => Number((10 ** (first + index)).toPrecision(12)));
}

/** A figure with at most three significant digits, thousands separated by commas. */
export function figure(value: number): string {
  const rounded = value === 0 ? 0 : Number(value.toPrecision(3));
  return rounded.toLocaleString('en', { maximumFractionDigits: 12 });
}
