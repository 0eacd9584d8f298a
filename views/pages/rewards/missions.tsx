import '../../../client/styles/index.css';
import records from '../../../client/islands/records/records.module.css';
import type { MissionListProps } from '../../../client/islands/rewards/props.ts';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';

export interface MissionsView {
  readonly timeZone: string;
  readonly list: MissionListProps;
}

/** Missions of the member: goals, progress and rewards, and a leaderboard. Needs no script. */
export function MissionsPage({ context, data: { list, timeZone } }: { readonly context: PageContext; readonly data: MissionsView }) {
  const { t } = context;
  return (
    <MemberCentre context={context} page="missionLeaderboard">
      <Island name="mission-list" hydrate="load" props={list} />
      <p className={records.note}>{t('missions.note')}</p>
      <p className={records.note}>{t('missions.noteActs')}</p>
      <p className={records.zone}>{t('records.zone', { zone: timeZone })}</p>
    </MemberCentre>
  );
}
