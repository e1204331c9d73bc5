// The module gives the bytes whose hashes are stored for every platform.

import assert from 'node:assert/strict';
import test from 'node:test';

import { SCENARIOS, goldenHash } from './golden_scenario.mjs';
import { modules, storedHashes } from './module.mjs';

const stored = await storedHashes();
const phalanx = await modules.load();

test('every stored hash has its scenario', () => {
  assert.deepEqual(SCENARIOS.map(({ name }) => name), [...stored.keys()]);
});

for (const answered of ['batch', 'single']) {
  for (const scenario of SCENARIOS) {
    test(`${scenario.name} gives the stored bytes, its ground told by ${answered}`, () => {
      assert.equal(goldenHash(phalanx, scenario, answered), stored.get(scenario.name));
    });
  }
}
