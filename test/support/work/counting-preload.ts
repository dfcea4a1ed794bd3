/** Preloaded into the server of `openCountingServer`. Signatures first: one that is made again counts once. */
import { fixSignatureLengths } from './fixed-lengths.ts';

fixSignatureLengths();
await import('./count-work.ts');
