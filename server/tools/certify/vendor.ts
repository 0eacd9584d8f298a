import { type PlayAnswer, STUDIO_API, type StudioSession } from '../../../shared/games/protocol.ts';
import { inCurrency } from '../../../shared/money/currency-steps.ts';
import { UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import { type Outcome, runAll } from './report.ts';
import { VENDOR_SCENARIOS } from './vendor-scenarios.ts';
import { postJson, replyText, type VendorUnderTest, type VendorWorld } from './vendor-world.ts';

const OPENING_EUROS = 1_000;
const POLL_MS = 20;
let players = 0;

/** Certifies a vendor by acting as the platform: correct, slow, failing and silent. */
export async function certifyVendor(under: VendorUnderTest, only?: readonly string[]): Promise<readonly Outcome[]> {
  const resetFaults = async () => {
    await under.wallet.releaseLate();
    under.wallet.fault = () => undefined;
  };
  return runAll(VENDOR_SCENARIOS, createWorld(under), { only, before: resetFaults });
}

function createWorld(under: VendorUnderTest): VendorWorld {
  const { wallet } = under;
  const openingBalance = BigInt(inCurrency(OPENING_EUROS, wallet.currency)) * UNITS_PER_WHOLE;
  return {
    ...under,
    openingBalance,
    async openGame(balance = openingBalance, gameId = wallet.gameId, { link, maximumStake, grant } = {}) {
      players += 1;
      const player = `certify-${Date.now().toString(36)}-${players}`;
      if (link) wallet.link(player, link);
      if (maximumStake !== undefined) wallet.limitStake(player, maximumStake);
      if (grant) wallet.giveFreeRounds(player, grant);
      const { status, body } = await postJson<StudioSession>(under, STUDIO_API.session, {
        ticket: wallet.launch(player, balance),
        gameId,
      });
      if (status !== 200) throw new Error(`the game did not open: HTTP ${status} ${body.error ?? ''}`);
      let lastAnswer = 'nothing';
      const send = async (play: object) => {
        const reply = await postJson<PlayAnswer>(under, STUDIO_API.play, play, body.token);
        lastAnswer = replyText(reply);
        return reply;
      };
      return {
        player,
        start: balance,
        minStake: body.limits?.minStake ?? '1.0000',
        lastAnswer: () => lastAnswer,
        freeRounds: body.freeRounds ?? [],
        play: (key) => send({ key, bet: under.bet }),
        playFree: (key, grantId) => send({ key, bet: under.free?.bet, freeRound: grantId }),
        post: (path, more) => postJson(under, path, more, body.token),
        requests: (operation) => wallet.received.filter((one) => one.operation === operation && one.body.player === player),
      };
    },
    async until(holds, otherwise) {
      for (const start = performance.now(); performance.now() - start < under.timeoutMs; ) {
        if (holds()) return;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      throw new Error(`${otherwise} within ${under.timeoutMs} ms`);
    },
  };
}
