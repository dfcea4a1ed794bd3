/** Which ways to a wallet the element shows, and in which order. Pure. */
import type { Ways } from './wire.ts';

export type Mode = 'auto' | 'dc-api' | 'link' | 'qr';

export interface Shown {
  /** Uses the Digital Credentials API after the click. */
  readonly ask: boolean;
  readonly link: boolean;
  /** `folded`: behind a button, because the page is open on the device with the wallet. */
  readonly qr: 'shown' | 'folded' | 'none';
}

export interface Device {
  readonly canAsk: boolean;
  /** A phone or tablet: the wallet is probably here. */
  readonly touch: boolean;
}

export function modeOf(attribute: string | null): Mode {
  return attribute === 'dc-api' || attribute === 'link' || attribute === 'qr' ? attribute : 'auto';
}

export function shownWays(mode: Mode, ways: Pick<Ways, 'link' | 'qr' | 'requests'>, device: Device): Shown {
  const asks = device.canAsk && ways.requests.length > 0;
  const link = ways.link !== undefined;
  const code = ways.qr !== undefined;
  switch (mode) {
    case 'dc-api':
      return { ask: asks, link: false, qr: 'none' };
    case 'link':
      return { ask: false, link, qr: 'none' };
    case 'qr':
      return { ask: false, link: false, qr: code ? 'shown' : 'none' };
    case 'auto':
      return { ask: asks, link, qr: !code ? 'none' : device.touch && (link || asks) ? 'folded' : 'shown' };
    default:
      return mode satisfies never;
  }
}

export function isReachable({ ask, link, qr }: Shown): boolean {
  return ask || link || qr !== 'none';
}

/** An iPad claims to be a Macintosh, but a laptop with a touch screen has a fine pointer. */
export function isTouch(maxTouchPoints: number, coarse: boolean): boolean {
  return maxTouchPoints > 0 && coarse;
}
