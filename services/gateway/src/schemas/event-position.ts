/** An event's id in a stream: the number of its document in the log, and its position in the document. */
export const EVENT_POSITION = '^(\\d{1,15})(?:\\.(\\d{1,3}))?$';
