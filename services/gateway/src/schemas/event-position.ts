/** The id of an event in a stream: the number of its document in the log, and which event of it. */
export const EVENT_POSITION = '^(\\d{1,15})(?:\\.(\\d{1,3}))?$';
