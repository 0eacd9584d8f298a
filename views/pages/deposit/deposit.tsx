import '../../../client/styles/index.css';
import type { DepositProps } from '../../../client/islands/deposit/props.ts';
import { type BonusHintView, DepositBonusHint } from '../../components/bonus-hint.tsx';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import { MEMBER_LINKS, type PageContext } from '../../layouts/page-context.ts';

export type DepositView = Omit<DepositProps, 'balance' | 'links'> & { readonly bonus: BonusHintView | null };

export function DepositPage({ context, data }: { readonly context: PageContext; readonly data: DepositView }) {
  const { bonus, ...form } = data;
  return (
    <MemberCentre context={context} page="depositv2" lead={false}>
      <Island name="deposit" hydrate="load" props={({ balance }) => ({ ...form, balance, links: MEMBER_LINKS })} />
      {bonus ? <DepositBonusHint t={context.t} hint={bonus} /> : null}
    </MemberCentre>
  );
}
