/** Counts texts and bytes that this process parses and writes as JSON, whichever package does it. */
import { add } from './counts.ts';

const { parse, stringify } = JSON;

JSON.parse = (text, reviver) => {
  add('JSON texts parsed');
  add('JSON bytes parsed', Buffer.byteLength(String(text)));
  return parse(text, reviver);
};

JSON.stringify = (value: unknown, ...others: unknown[]) => {
  const text = Reflect.apply(stringify, JSON, [value, ...others]) as string;
  add('JSON texts written');
  // Undefined has no text.
  add('JSON bytes written', Buffer.byteLength(String(text ?? '')));
  return text;
};
