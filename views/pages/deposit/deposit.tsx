import '../../../client/styles/index.css';
import type { DepositProps } from '../../../client/islands/deposit/props.ts';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import { MEMBER_LINKS, type PageContext } from '../../layouts/page-context.ts';

export type DepositView = Omit<DepositProps, 'balance' | 'links'>;

export function DepositPage({ context, data }: { readonly context: PageContext; readonly data: DepositView }) {
  return (
    <MemberCentre context={context} page="depositv2" lead={false}>
      <Island name="deposit" hydrate="load" props={({ balance }) => ({ ...data, balance, links: MEMBER_LINKS })} />
    </MemberCentre>
  );
}
