/** What the server does at the registrar. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { RegistrarState } from '../../../src/pages/settings/registrar-section.tsx';

test('without a registrar the page says how to get one', () => {
  assert.match(renderToString(<RegistrarState certificates={[]} />), /put registrar\.json/);
});

test('each certificate has its state, and a failed attempt its reason and the next one', () => {
  const certificate = { id: 'age', intendedUse: 'iu-1', failures: 2 } as const;
  const html = renderToString(
    <RegistrarState
      url="https://registrar.example"
      identifier="NTRDE-1"
      party={{ state: 'done', failures: 0, succeededAt: '2029-01-01T00:00:00.000Z' }}
      certificates={[
        {
          ...certificate,
          state: 'failing',
          explanation: 'It was refused.',
          hint: 'Ask `them`.',
          retryAt: '2029-01-02T00:00:00.000Z',
        },
      ]}
    />,
  );
  assert.match(html, /NTRDE-1[\s\S]*up to date[\s\S]*Last success/);
  assert.match(html, /last attempt failed[\s\S]*>It was refused\. Ask <code>them<\/code>\.[\s\S]*Next attempt/);
});
