import '../../../client/styles/index.css';
import type { BettingRecordProps } from '../../../client/islands/records/props.ts';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';

export function BettingRecordPage({ context, data }: { readonly context: PageContext; readonly data: BettingRecordProps }) {
  return (
    <MemberCentre context={context} page="personalHistoryCopy">
      <Island name="betting-record" hydrate="idle" props={data} />
    </MemberCentre>
  );
}
