import '../../../client/styles/index.css';
import type { TransferProps } from '../../../client/islands/transfer/props.ts';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';

export function TransferUplinePage({ context, data }: { readonly context: PageContext; readonly data: TransferProps }) {
  return (
    <MemberCentre context={context} page="transferUpline">
      <Island name="transfer-person" hydrate="load" props={() => data} />
    </MemberCentre>
  );
}
