import { randomUUID } from 'node:crypto';
import type { IslandName } from '../../../client/lib/island-props.ts';
import { memberInfo } from '../../../shared/api/account-calls.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { type Deposit, depositChannels, depositGet, depositList, walletBalance } from '../../../shared/api/wallet-calls.ts';
import { TRIAL_TYPE } from '../../../shared/constants.ts';
import { MEMBER_TEXTS, type MemberContent, MemberPage, type MemberPageName } from '../../../views/pages/member.tsx';
import { bettingRecordContent } from './betting-record.ts';
import { loginHref } from './game-page.tsx';
import type { PageView } from './page-view.ts';
import { loadSecurity, memberContact, memberSessions, secondFactor } from './security-pages.ts';
import { formView } from './site.ts';
import type { VisitorInput } from './visitor-input.ts';
import { zonedText } from './zoned-time.ts';

export type MemberContentLoader = (input: VisitorInput) => Promise<MemberContent>;

const LOADERS: Readonly<Record<MemberPageName, MemberContentLoader>> = {
  securityCenter,
  depositv2: deposit,
  personalHistoryCopy: bettingRecordContent,
  secondFactor,
  sessions: memberSessions,
  contact: memberContact,
};

const ISLANDS: Readonly<Record<MemberPageName, readonly IslandName[]>> = {
  securityCenter: [],
  depositv2: ['deposit'],
  personalHistoryCopy: ['betting-record'],
  secondFactor: ['security-totp', 'security-passkeys'],
  sessions: ['security-sessions'],
  contact: ['security-contact'],
};

/** `/member/<page>`; signed out, the page asks to sign in and is shown after it. */
export function memberPage(page: MemberPageName) {
  return async (input: VisitorInput): Promise<PageView> => {
    const { context, visitor } = input;
    const content: MemberContent = visitor.session
      ? await LOADERS[page](input)
      : { page, signedOut: { loginHref: loginHref(context.here) } };
    return {
      status: 'refusal' in content && content.refusal.code.startsWith('upstream_') ? 503 : 200,
      title: context.t(MEMBER_TEXTS[page].title),
      entry: 'views/pages/member.tsx',
      islands: ISLANDS[page],
      noIndex: true,
      body: <MemberPage context={context} content={content} />,
    };
  };
}

/** A refusal as the page shows it; an ended session asks to sign in again. */
export function refused(
  page: MemberPageName,
  { code, message }: Extract<Envelope<unknown>, { success: false }>,
  { context }: VisitorInput,
): MemberContent {
  return code === 'unauthorized' ? { page, signedOut: { loginHref: loginHref(context.here) } } : { page, refusal: { code, message } };
}

async function securityCenter(input: VisitorInput): Promise<MemberContent> {
  const { upstream, visitor, timeZone } = input;
  const trial = visitor.session?.type === TRIAL_TYPE;
  const [member, balance, security] = await Promise.all([
    upstream.call(memberInfo, {}, visitor),
    upstream.call(walletBalance, {}, visitor),
    trial ? null : loadSecurity(input),
  ]);
  if (!member.success) return refused('securityCenter', member, input);
  const { lastLoginAt } = member.value;
  return {
    page: 'securityCenter',
    member: member.value,
    balance: balance.success ? balance.value : null,
    lastLoginText: lastLoginAt && `${zonedText(lastLoginAt, timeZone)} (${timeZone})`,
    security,
  };
}

async function deposit(input: VisitorInput): Promise<MemberContent> {
  const { upstream, visitor, form } = input;
  const [channels, current] = await Promise.all([upstream.call(depositChannels, {}, visitor), currentDeposit(input)]);
  if (!channels.success) return refused('depositv2', channels, input);
  const posted = form?.call.startsWith('deposit.') ? form : undefined;
  return {
    page: 'depositv2',
    deposit: {
      channels: channels.value.channels.map(({ code, name, minAmount, maxAmount, presets, expiresMinutes }) => ({
        code,
        name,
        minAmount,
        maxAmount,
        presets,
        expiresMinutes,
      })),
      current,
      // A form that came back with errors keeps its reference: sending it again can't open a second deposit.
      reference: posted?.values.reference ?? randomUUID(),
    },
    form: posted ? formView(posted) : null,
  };
}

/** The deposit that the address names, else one that waits for its confirm step. */
async function currentDeposit({ upstream, visitor, query, form }: VisitorInput): Promise<Deposit | null> {
  const depositId = query.get('depositId') ?? form?.values.depositId;
  if (depositId && /^[A-Za-z0-9_.-]{1,64}$/.test(depositId)) {
    const answer = await upstream.call(depositGet, { query: { depositId } }, visitor);
    if (answer.success) return answer.value;
  }
  if (query.has('new')) return null;
  const answer = await upstream.call(depositList, {}, visitor);
  return (answer.success && answer.value.deposits.find(({ status }) => status === 'pending')) || null;
}
