/** The channels to one address: as many as its calls need, each renewed from time to time. */
import type { Clock } from '../../kernel/clock.ts';
import { type Channel, type ChannelOptions, openChannel } from './channel.ts';
import { NO_CHANNEL } from './connect-channel.ts';
import { NoAnswer, type SendCall } from './no-answer.ts';

export interface Channels {
  readonly send: SendCall;
  close(): void;
}

export interface ChannelsOptions extends Omit<ChannelOptions, 'retired'> {
  readonly clock: Clock;
  /** For calls that no channel accepts. */
  readonly post: SendCall;
}

/**
 * Calls in progress on a channel before an additional one opens. A balancer chooses a replica for each, and a write
 * carries several calls.
 */
const CALLS_OF_CHANNEL = 8;
/** Length of a larger call, which would delay the next ones, in characters. */
const LARGE = 64 * 1024;
/** Milliseconds before retrying channels with a service that had none. It may have been updated meanwhile. */
const ASKED_AGAIN_AFTER = 60_000;

export function createChannels({ post, clock, ...options }: ChannelsOptions): Channels {
  const channels = new Set<Channel>();
  let postsUntil = Number.NEGATIVE_INFINITY;
  const open = (): Channel => {
    const channel = openChannel({ ...options, retired: () => void channels.delete(channel) });
    channels.add(channel);
    return channel;
  };
  const free = (): Channel => {
    for (const channel of channels) if (channel.calls() < CALLS_OF_CHANNEL) return channel;
    return open();
  };
  return {
    send: async (operation, call, budget) => {
      if (call.body.length > LARGE || clock() < postsUntil) return post(operation, call, budget);
      try {
        return await free().call(operation, call, budget);
      } catch (error) {
        if (!(error instanceof NoAnswer) || error.code !== NO_CHANNEL) throw error;
        postsUntil = clock() + ASKED_AGAIN_AFTER;
        return post(operation, call, budget);
      }
    },
    close: () => {
      for (const channel of channels) channel.retire();
    },
  };
}
