import { entryHref } from '../../../../client/page/paths.ts';
import {
  isOffered,
  isOpen,
  isTrial,
  MEMBER_ENTRIES,
  type MemberPageName,
  memberTexts,
} from '../../../../views/components/member-entries.ts';

import { type MemberAbsence, MemberAbsencePage } from '../../../../views/pages/member/member.tsx';
import type { PageView } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';
import type { RefusedPage } from './define.ts';
import { MEMBER_DEFINITIONS } from './definitions.ts';

/** `/member/<page>`; a signed-out visitor gets the sign-in and then the page. */
export function memberPage(page: MemberPageName) {
  return async (input: VisitorInput): Promise<PageView> => {
    const { context } = input;
    const frame = { title: context.t(memberTexts(page).title), noIndex: true };
    const definition = MEMBER_DEFINITIONS[page];
    const absence = absenceOf(page, input);
    if (absence || !definition) return absent(page, input, absence ?? { kind: 'later' });
    const data = await definition.load(input);
    if ('refused' in data) return absent(page, input, refusal(data as RefusedPage, input));
    const { View, entry, islands } = definition;
    return { ...frame, status: 200, entry, islands, body: <View context={context} data={data} /> };
  };
}

function absent(page: MemberPageName, { context, form }: VisitorInput, absence: MemberAbsence): PageView {
  const broken = absence.kind === 'refused' && absence.code.startsWith('upstream_');
  return {
    status: broken ? 503 : 200,
    title: context.t(memberTexts(page).title),
    noIndex: true,
    entry: 'views/pages/member/member.tsx',
    islands: [],
    body: <MemberAbsencePage context={context} page={page} absence={absence} form={broken ? form : undefined} />,
  };
}

/** Trial accounts get only the message that a real account is needed. */
function absenceOf(page: MemberPageName, { context, visitor }: VisitorInput): MemberAbsence | undefined {
  if (!visitor.session) return { kind: 'signed-out', loginHref: entryHref('login', context.here) };
  if (isTrial(visitor.session.type)) {
    const code = 'in_need_true_account';
    return { kind: 'refused', code, message: context.t(`errors.${code}`) };
  }
  if (!isOpen(page, context.features)) return { kind: 'absent' };
  const listed = MEMBER_ENTRIES.some((entry) => entry.page === page);
  return listed && !isOffered(MEMBER_ENTRIES, page, context.features) ? { kind: 'off' } : undefined;
}

/** An ended session shows the sign-in. */
function refusal({ refused: { code, message } }: RefusedPage, { context }: VisitorInput): MemberAbsence {
  if (code === 'not_offered') return { kind: 'absent' };
  return code === 'unauthorized' ? { kind: 'signed-out', loginHref: entryHref('login', context.here) } : { kind: 'refused', code, message };
}
