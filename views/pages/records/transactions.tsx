import '../../../client/styles/index.css';
import type { AccountRecordProps } from '../../../client/islands/records/props.ts';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { type StatementData, StatementPage } from './statement.tsx';

interface AccountRecordPageProps {
  readonly context: PageContext;
  readonly data: { readonly record: AccountRecordProps } | { readonly statement: StatementData };
}

export function AccountRecordPage({ context, data }: AccountRecordPageProps) {
  if ('statement' in data) return <StatementPage context={context} data={data.statement} />;
  return (
    <MemberCentre context={context} page="transactionHistory">
      <Island name="account-record" hydrate="idle" props={data.record} />
    </MemberCentre>
  );
}
