import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createSecrets } from '../../base/secrets.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { createFactors, type Factors } from './index.ts';
import { addTestMember, type TestMember } from './test-member.ts';

/** A platform for a test file, with a new member for each test. */
export interface FactorScene extends TestMember {
  readonly test: TestPlatform;
  readonly factors: Factors;
}

/** Call it where tests are declared. Fails tests that log errors. */
export function openFactorScene(): FactorScene {
  const scene = {} as { -readonly [Key in keyof FactorScene]: FactorScene[Key] };
  beforeAll(async () => {
    scene.test = await openTestPlatform();
    const { db, clock, merchant } = scene.test;
    scene.factors = createFactors({ db, clock, merchant, secrets: createSecrets(TEST_DATA_KEY) });
  });
  afterAll(() => scene.test.close());
  beforeEach(async () => void Object.assign(scene, await addTestMember(scene.test)));
  afterEach(() => expect(scene.test.faults).toEqual([]));
  return scene;
}
