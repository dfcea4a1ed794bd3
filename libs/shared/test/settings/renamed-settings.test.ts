import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, readSettings, SettingsError } from '../../src/settings/read-settings.ts';
import { applyRenamedSettings } from '../../src/settings/renamed-settings.ts';

const accepted: readonly [name: string, env: Environment, dialect: string, warns: boolean][] = [
  ['nothing is set', {}, 'both', false],
  ['the new name', { WALLET_DIALECT: 'standard' }, 'standard', false],
  ['the old name, standard', { WALLET_STATUS_CODES: 'standard' }, 'both', true],
  ['the old name, interface', { WALLET_STATUS_CODES: 'interface' }, 'interface', true],
  ['both names, the same', { WALLET_STATUS_CODES: 'interface', WALLET_DIALECT: 'interface' }, 'interface', true],
  ['both names, the same codes', { WALLET_STATUS_CODES: 'standard', WALLET_DIALECT: 'standard' }, 'standard', true],
  ['both names, today and before', { WALLET_STATUS_CODES: 'standard', WALLET_DIALECT: 'both' }, 'both', true],
  ['an empty old name', { WALLET_STATUS_CODES: '', WALLET_DIALECT: 'interface' }, 'interface', false],
  ['an empty new name', { WALLET_STATUS_CODES: 'interface', WALLET_DIALECT: '' }, 'interface', true],
];

for (const [name, env, dialect, warns] of accepted) {
  test(`the dialect towards wallets: ${name}`, () => {
    const { settings, warnings } = readSettings(env);
    assert.equal(settings.WALLET_DIALECT, dialect);
    assert.equal('WALLET_STATUS_CODES' in settings, false);
    const reported = warnings.filter((warning) => warning.includes('WALLET_STATUS_CODES'));
    assert.deepEqual(
      reported,
      warns ? [`WALLET_STATUS_CODES is an old name: set WALLET_DIALECT=${dialect} instead`] : [],
    );
  });
}

const refused: readonly [name: string, env: Environment, problem: RegExp][] = [
  ['old codes, new standard', { WALLET_STATUS_CODES: 'interface', WALLET_DIALECT: 'standard' }, /contradict/],
  ['old codes, new both', { WALLET_STATUS_CODES: 'interface', WALLET_DIALECT: 'both' }, /contradict/],
  ['standard codes, new interface', { WALLET_STATUS_CODES: 'standard', WALLET_DIALECT: 'interface' }, /contradict/],
  [
    'a value that it never had',
    { WALLET_STATUS_CODES: 'both' },
    /WALLET_STATUS_CODES must be one of: standard, interface;/,
  ],
  ['a name of every object', { WALLET_STATUS_CODES: 'constructor' }, /must be one of/],
  ['a dialect that is none', { WALLET_DIALECT: 'draft' }, /WALLET_DIALECT must be one of: both, standard, interface/],
];

for (const [name, env, problem] of refused) {
  test(`refused: ${name}`, () => {
    assert.throws(
      () => readSettings(env),
      (error: unknown) => error instanceof SettingsError && error.problems.length === 1 && problem.test(error.message),
    );
  });
}

test('other variables of the environment stay as they are', () => {
  const given = { PORT: '1', WALLET_STATUS_CODES: 'interface' };
  assert.deepEqual(applyRenamedSettings(given).env, { PORT: '1', WALLET_DIALECT: 'interface' });
  assert.deepEqual(given, { PORT: '1', WALLET_STATUS_CODES: 'interface' });
});
