/** The AsyncAPI 3 document, from the tables of events. Pure. */

/**
 * @param eventDefinitions events between the services, by type
 * @param producers the service that publishes each topic
 * @param publicEventDefinitions events that backends read, by type
 */
export function asyncApi({ eventDefinitions, producers, publicEventDefinitions }) {
  const types = Object.entries(eventDefinitions);
  const backendTypes = Object.entries(publicEventDefinitions);
  const topics = [...new Set(types.map(([, { topic }]) => topic))];
  const refs = (topic) =>
    Object.fromEntries(
      types
        .filter(([, definition]) => definition.topic === topic)
        .map(([type]) => [type, { $ref: `#/components/messages/${type}` }]),
    );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Countersign events',
      version: '0.0.1',
      description:
        'CloudEvents 1.0, structured mode. The channel events is the stream for backends (events.md); the others are topics on Kafka between the services, whose key is the session id. Events carry ids and outcomes only.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: {
      events: {
        address: '/events',
        description: "A tenant's server-sent events. A single session's events are at /session/{sessionId}/events",
        messages: Object.fromEntries(backendTypes.map(([type]) => [type, { $ref: `#/components/messages/${type}` }])),
      },
      ...Object.fromEntries(topics.map((topic) => [topic, { address: topic, messages: refs(topic) }])),
    },
    operations: {
      'stream-events': { action: 'send', summary: 'Streamed by the gateway', channel: { $ref: '#/channels/events' } },
      ...Object.fromEntries(
        topics.map((topic) => [
          `publish-${topic}`,
          { action: 'send', summary: `Published by ${producers[topic]}`, channel: { $ref: `#/channels/${topic}` } },
        ]),
      ),
    },
    components: {
      messages: Object.fromEntries([
        ...backendTypes.map(([type, { summary, data, ofTenant }]) => [
          type,
          {
            name: type,
            summary,
            payload: ofTenant ? withoutSession(backendPayload(type, data)) : backendPayload(type, data),
          },
        ]),
        ...types.map(([type, { summary, data }]) => [type, { name: type, summary, payload: payload(type, data) }]),
      ]),
    },
  };
}

/** An event that backends read: members may be lists, or absent. */
function backendPayload(type, data) {
  const schema = payload(type, Object.fromEntries(Object.entries(data).map(([name, { meaning }]) => [name, meaning])));
  const members = schema.properties.data;
  for (const [name, { meaning, list, optional }] of Object.entries(data)) {
    if (list) members.properties[name] = { type: 'array', items: { type: 'string' }, description: meaning };
    if (optional) members.required = members.required.filter((each) => each !== name);
  }
  delete schema.properties.webhook;
  return schema;
}

/** An event of the tenant itself. */
function withoutSession(schema) {
  const { data } = schema.properties;
  data.required = data.required.filter((name) => name !== 'session');
  delete data.properties.session;
  schema.required = schema.required.filter((name) => name !== 'subject');
  delete schema.properties.subject;
  return schema;
}

function payload(type, data) {
  const text = { type: 'string' };
  const members = Object.entries(data).map(([name, description]) => [name, { type: 'string', description }]);
  return {
    type: 'object',
    required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'data'],
    properties: {
      specversion: { const: '1.0' },
      id: { type: 'string', description: 'Idempotency key' },
      source: text,
      type: { const: type },
      subject: { type: 'string', description: 'Session id, the partition key' },
      time: { type: 'string', format: 'date-time' },
      datacontenttype: { const: 'application/json' },
      webhook: { const: 'none', description: 'Extension: the session has no webhook for this event' },
      data: {
        type: 'object',
        required: ['session', 'tenant', ...Object.keys(data)],
        properties: { session: text, tenant: text, ...Object.fromEntries(members) },
      },
    },
  };
}
