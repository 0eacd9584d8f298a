import { randomInt } from 'node:crypto';
import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { freePlayLogin } from '../../../../shared/api/sign-in/calls.ts';
import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { isBrowserResting } from '../../protection/responsible-gaming/index.ts';
import { type Passwords, unusablePassword } from '../members/index.ts';
import type { SignIn, SignInResult } from '../sign-in/index.ts';
import type { HumanCheck } from '../verification/index.ts';
import type { AddMember } from './new-member.ts';
import { grantOpeningBalance } from './opening-balance.ts';

export interface FreePlayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly human: HumanCheck;
}

export type FreePlay = (body: BodyOf<typeof freePlayLogin>, caller: Caller) => Promise<SignInResult>;

/** Without vowels and similar characters: names that form no words and can be read aloud. */
const ACCOUNT_ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const NAME_LENGTH = 10;

/** Creates a trial account with play money and no password. It cannot be signed in to again. */
export function createFreePlay(deps: FreePlayDeps, addMember: AddMember): FreePlay {
  const { db, merchant, wallet, passwords, signIn, human } = deps;
  return async ({ random, challenge, captchaKey, captcha }, caller) => {
    const { settings } = await readMerchant(db, merchant);
    if (!settings.features.freePlay) throw new Refusal('sign_in_method_off');
    await human.require('freeplay', { challenge, captchaKey, captcha }, caller);
    if (await isBrowserResting(db, caller.deviceToken, deps.clock.now())) throw new Refusal('free_play_closed');
    await spendRandom(deps, random);
    const draft = {
      type: MEMBER_TYPE.trial,
      currency: settings.currency,
      passwordHash: await unusablePassword(passwords),
      ownPassword: true,
      language: caller.language,
      freePlay: true,
    };
    return inTransaction(db, async (tx, afterCommit) => {
      const member = await addMember(tx, { ...draft, account: randomName() });
      if (!member) throw new Error('The generated account name is taken.');
      await grantOpeningBalance(wallet, tx, afterCommit, member, settings.access.freePlayCredit);
      return signIn.complete(tx, afterCommit, { member, path: 'freeplay', caller, remember: false });
    });
  };
}

/** Stored with the nonces of payloads, which expire long after the payload itself. */
async function spendRandom({ db, clock }: FreePlayDeps, random: string): Promise<void> {
  const used = await db
    .insertInto('payload_nonce')
    .values({ nonce: `freeplay:${hashOfToken(random)}`, expires_at: new Date(clock.now().getTime() + DAY_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (used.numInsertedOrUpdatedRows === 0n) throw new Refusal('payload_replayed');
}

function randomName(): string {
  return `free${Array.from({ length: NAME_LENGTH }, () => ACCOUNT_ALPHABET[randomInt(ACCOUNT_ALPHABET.length)]).join('')}`;
}
