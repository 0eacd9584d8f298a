import '../../../client/styles/index.css';
import type { WithdrawProps } from '../../../client/islands/withdrawal/props.ts';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';

export function WithdrawPage({ context, data }: { readonly context: PageContext; readonly data: WithdrawProps }) {
  return (
    <MemberCentre context={context} page="withdraw">
      <Island name="withdraw" hydrate="load" props={() => data} />
    </MemberCentre>
  );
}
