/** Scripts that Redis runs atomically. */
import { createHash } from 'node:crypto';

export interface RedisScript {
  readonly text: string;
  readonly sha1: string;
}

function script(text: string): RedisScript {
  return { text, sha1: createHash('sha1').update(text).digest('hex') };
}

/**
 * A key without a lifetime has the time since which marks are complete, and the server's run id. The script rewrites it
 * if it is missing (a flush, a restart without data) or the run id differs (a restart from an older snapshot, a
 * failover to a lagging replica). In all of these cases marks may have been lost.
 *
 * KEYS: the time; the mark, or none to read only the time. ARGV: time to write, milliseconds; run id; lifetime of the
 * mark, milliseconds. Returns whether the mark was the first, and the time.
 */
export const addOnceScript = script(`
local since, run = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (.+)$')
if run ~= ARGV[2] then
  since = ARGV[1]
  redis.call('SET', KEYS[1], since .. ' ' .. ARGV[2])
end
local first = 0
if KEYS[2] and redis.call('SET', KEYS[2], '', 'NX', 'PX', ARGV[3]) then first = 1 end
return {first, since}
`);

/** KEYS: the counter. ARGV: its lifetime from the first increment, milliseconds. Returns the new count. */
export const incrementScript = script(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count
`);

/** KEYS: the counter. Returns the new count; an expired counter stays absent, and is 0. */
export const decrementScript = script(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
return redis.call('DECR', KEYS[1])
`);
