import { randomUUID } from 'node:crypto';
import type { IslandName } from '../../../client/lib/island-props.ts';
import { entryHref } from '../../../client/lib/paths.ts';
import { memberInfo } from '../../../shared/api/account-calls.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { type Deposit, depositChannels, depositGet, depositList, walletBalance } from '../../../shared/api/wallet-calls.ts';
import { isOffered, isTrial, MEMBER_ENTRIES } from '../../../views/components/member-entries.ts';
import { type MemberContent, MemberPage, type MemberPageName, memberTexts } from '../../../views/pages/member.tsx';
import { bettingRecordContent } from './betting-record.ts';
import type { PageView } from './page-view.ts';
import { loadSecurity, memberContact, memberSessions, secondFactor } from './security-pages.ts';
import { formView } from './site.ts';
import type { VisitorInput } from './visitor-input.ts';
import { zonedText } from './zoned-time.ts';

export type MemberContentLoader = (input: VisitorInput) => Promise<MemberContent>;

/** Pages that are not among these open with a later version. */
const LOADERS: Readonly<Partial<Record<MemberPageName, MemberContentLoader>>> = {
  securityCenter,
  depositv2: deposit,
  personalHistoryCopy: bettingRecordContent,
  secondFactor,
  sessions: memberSessions,
  contact: memberContact,
};

const ISLANDS: Readonly<Partial<Record<MemberPageName, readonly IslandName[]>>> = {
  depositv2: ['deposit'],
  personalHistoryCopy: ['betting-record'],
  secondFactor: ['security-totp', 'security-passkeys'],
  sessions: ['security-sessions'],
  contact: ['security-contact'],
};

/** `/member/<page>`; signed out, the page asks to sign in and is shown after it. */
export function memberPage(page: MemberPageName) {
  return async (input: VisitorInput): Promise<PageView> => {
    const { context } = input;
    const content = await contentOf(page, input);
    return {
      status: 'refusal' in content && content.refusal.code.startsWith('upstream_') ? 503 : 200,
      title: context.t(memberTexts(page).title),
      entry: 'views/pages/member.tsx',
      islands: ISLANDS[page] ?? [],
      noIndex: true,
      body: <MemberPage context={context} content={content} />,
    };
  };
}

/** Trial accounts get no further than the word that a real one is needed (specification, section 6). */
async function contentOf(page: MemberPageName, input: VisitorInput): Promise<MemberContent> {
  const { context, visitor } = input;
  if (!visitor.session) return { page, signedOut: { loginHref: entryHref('login', context.here) } };
  if (isTrial(visitor.session.type)) {
    const code = 'in_need_true_account';
    return { page, refusal: { code, message: context.t(`errors.${code}`) } };
  }
  if (MEMBER_ENTRIES.some((entry) => entry.page === page) && !isOffered(MEMBER_ENTRIES, page, context.features))
    return { page, missing: 'off' };
  return (await LOADERS[page]?.(input)) ?? { page, missing: 'later' };
}

/** A refusal as the page shows it; an ended session asks to sign in again. */
export function refused(
  page: MemberPageName,
  { code, message }: Extract<Envelope<unknown>, { success: false }>,
  { context }: VisitorInput,
): MemberContent {
  return code === 'unauthorized'
    ? { page, signedOut: { loginHref: entryHref('login', context.here) } }
    : { page, refusal: { code, message } };
}

async function securityCenter(input: VisitorInput): Promise<MemberContent> {
  const { upstream, visitor, timeZone } = input;
  const [member, balance, security] = await Promise.all([
    upstream.call(memberInfo, {}, visitor),
    upstream.call(walletBalance, {}, visitor),
    loadSecurity(input),
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
