import { PLATFORM_SCENARIOS } from './platform-scenarios.ts';
import { createWorld, type PlatformUnderTest } from './platform-world.ts';
import { type Outcome, runAll } from './report.ts';

/** Certifies a platform by acting as a vendor, with valid and invalid requests. */
export async function certifyPlatform(under: PlatformUnderTest, only?: readonly string[]): Promise<readonly Outcome[]> {
  const world = createWorld(under);
  const sitDown = async () => {
    if (!world.isOpen()) await world.openGame();
  };
  return runAll(PLATFORM_SCENARIOS, world, { only, before: sitDown });
}
