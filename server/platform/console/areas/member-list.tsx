import type { searchMembers } from '../../identity/members/index.ts';
import { Card, Input, MemberLink, MemberState, memberType, Pager, Table, Time, tx } from '../../operators/index.ts';

interface ListProps {
  readonly searchText: string;
  readonly rows: Awaited<ReturnType<typeof searchMembers>>;
  readonly pageNo: number;
  readonly more: boolean;
}

export function MembersPage({ searchText, rows, pageNo, more }: ListProps) {
  return (
    <>
      <Card title={tx('search')}>
        <form method="get" action="/console/members">
          <Input
            name="q"
            label={tx('searchMember')}
            hint={tx('searchMemberHint')}
            type="search"
            value={searchText}
            required={false}
            maxLength={254}
          />
          <button type="submit">{tx('search')}</button>
        </form>
      </Card>
      <Card title={tx(searchText === '' ? 'membersNewest' : 'membersFound')}>
        <Table
          caption={tx('members')}
          heads={[tx('account'), tx('nickname'), tx('type'), tx('state'), tx('since'), tx('lastSignIn')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <MemberLink key="account" id={row.id} name={row.account} />,
              <bdi key="nickname">{row.nickname}</bdi>,
              memberType(row.type),
              <MemberState key="state" member={row} />,
              <Time key="since" at={row.created_at} />,
              row.last_login_at ? <Time key="seen" at={row.last_login_at} /> : tx('never'),
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/members?q=${encodeURIComponent(searchText)}`} pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}
