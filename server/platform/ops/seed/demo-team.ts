import { sql } from 'kysely';
import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { termsOf } from '../../agents/tree/index.ts';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { DEMO_PASSWORD } from '../../operators/index.ts';
import { randomOf } from './demo-history/random.ts';
import type { Timeline } from './demo-history/timeline.ts';
import type { SeedDeps } from './seed.ts';
import { SEED_LOCK } from './seed-merchant.ts';

/** Account of the demo's agent. */
const AGENT = 'agent01';
/** Basis points. */
const AGENT_REBATE = 100;
const TERMS = { mayRegister: true, mayAddAgents: true } as const;

/** Invented user names below the agent, level by level: 40 accounts. A plus marks an agent; the accounts after the colon are directly below. */
const TEAM = `
agent01: +coralbay +driftwood +saltwind +tidepool pebble7 seafern harbor88 gullwing
coralbay: +reefline +anemone starfish3 kelpie
driftwood: +lowtide mangrove oyster22
saltwind: +windward foamcrest marlin5
tidepool: limpet
reefline: +seaglass +atollway urchin9 sandbar manta41
anemone: clownfish bluewhale
lowtide: +mudskip cockle6 ebbtide
windward: spindrift brine5
seaglass: nautilus lagoon77 plankton
atollway: cowrie8 moonjelly
mudskip: sandpiper heron12 egret curlew3
`;

interface TeamLine {
  readonly account: string;
  readonly upline: string;
  readonly agent: boolean;
}

const DEMO_TEAM: readonly TeamLine[] = TEAM.trim()
  .split('\n')
  .flatMap((line) => {
    const [upline = '', accounts = ''] = line.split(': ');
    return accounts.split(' ').map((name) => ({ account: name.replace('+', ''), upline, agent: name.startsWith('+') }));
  });

/**
 * Accounts below the demo's agent, on four levels, with rates that fall by level. Idempotent. With a timeline they join before and during the
 * history, otherwise now.
 */
export async function seedDemoTeam(deps: SeedDeps, timeline?: Timeline): Promise<void> {
  const { db, merchant, passwords } = deps;
  const known = await db
    .selectFrom('member')
    .select('account')
    .where('merchant', '=', merchant)
    .where('account', 'in', [...DEMO_TEAM.map(({ account }) => account)])
    .execute();
  const isKnown = new Set(known.map(({ account }) => account));
  const missing = DEMO_TEAM.filter(({ account }) => !isKnown.has(account));
  if (missing.length === 0) return;
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    const { currency } = (await readMerchant(tx, merchant)).settings;
    await rateAgent(deps, tx);
    for (const line of missing) {
      timeline?.to(joinsAt(line, timeline));
      await addLine(deps, tx, line, { currency, passwordHash });
    }
  });
}

/** The agents join before the first play, each after the one above. Of the members two in five join later. */
function joinsAt({ account, agent }: TeamLine, { start, now, agentJoins }: Timeline): Date {
  const place = DEMO_TEAM.findIndex((line) => line.account === account);
  const random = randomOf(`joins ${account}`);
  if (agent || random() < 0.6) return new Date(agentJoins.getTime() + (place + 1) * 2 * HOUR_MS);
  return new Date(start.getTime() + Math.floor(random() * (now.getTime() - start.getTime() - HOUR_MS)));
}

/** Once: an operator may have changed it since. */
async function rateAgent({ agents, merchant }: SeedDeps, tx: Tx): Promise<void> {
  const agent = await tx
    .selectFrom('member')
    .select(['id', 'type'])
    .where('merchant', '=', merchant)
    .where('account', '=', AGENT)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('agent_profile').select('member_id').whereRef('agent_profile.member_id', '=', 'member.id'))),
    )
    .executeTakeFirst();
  if (agent) await agents.appoint(tx, agent.id, { type: agent.type, terms: { ...TERMS, rebateBp: AGENT_REBATE }, by: 'seed' });
}

async function addLine(
  { accounts, agents, merchant }: SeedDeps,
  tx: Tx,
  { account, upline, agent }: TeamLine,
  made: { readonly currency: string; readonly passwordHash: string },
): Promise<void> {
  const above = await tx
    .selectFrom('member')
    .select('id')
    .where('merchant', '=', merchant)
    .where('account', '=', upline)
    .executeTakeFirst();
  // An operator may have renamed or moved it, or the name belongs to another member.
  if (!above) return;
  const type = agent ? MEMBER_TYPE.agent : MEMBER_TYPE.member;
  const member = await accounts.addMember(tx, { ...made, account, type, ownPassword: true, agentId: above.id });
  if (!member) return;
  const { rebateBp } = await termsOf(tx, above.id);
  const terms = { ...TERMS, rebateBp: Math.floor(rebateBp * (agent ? 0.8 : 0.5)) };
  await agents.admit(tx, { memberId: member.id, type, uplineId: above.id, terms, by: 'seed' });
}
