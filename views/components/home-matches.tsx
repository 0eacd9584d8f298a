import type { MatchView } from '../../client/islands/games/match-view.ts';
import { gameHref } from '../../client/page/paths.ts';
import { ButtonLink } from '../../client/ui/button.tsx';
import { EmptyState } from '../../client/ui/empty-state.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './home-matches.module.css';
import { Island } from './island.tsx';
import { matchesNote } from './matches-note.ts';
import { Section } from './section.tsx';

interface HomeMatchesProps {
  readonly t: Translate;
  readonly matches: readonly MatchView[];
  readonly timeZone: string;
}

const HOT = 4;
const FEATURED = 5;

/** Matches in play and the next ones with their odds, and the merchant's featured matches by league, match and time. */
export function HomeMatches({ t, matches, timeZone }: HomeMatchesProps) {
  const hot = matches.slice(0, HOT);
  const featured = matches.filter((match) => match.featured && !hot.includes(match)).slice(0, FEATURED);
  return (
    <Section id="matches" title={t('games.matchesHot')} more={{ href: '/sports', label: t('games.sportsBet') }}>
      <p className={styles.note}>{matchesNote(t, matches, timeZone)}</p>
      {matches.length === 0 ? (
        <div className={styles.none}>
          <EmptyState icon="trophy" title={t('games.matchesNone')} text={t('games.matchesNoneText')}>
            <ButtonLink href="/sports">{t('games.sportsBet')}</ButtonLink>
          </EmptyState>
        </div>
      ) : (
        <Island name="match-list" hydrate="visible" props={{ gameCategory: null, open: hot, max: HOT }} />
      )}
      {featured.length > 0 ? <Featured t={t} matches={featured} /> : null}
    </Section>
  );
}

function Featured({ t, matches }: Pick<HomeMatchesProps, 't' | 'matches'>) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t('games.matchesFeatured')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('games.league')}</th>
          <th scope="col">{t('games.match')}</th>
          <th scope="col">{t('games.time')}</th>
        </tr>
      </thead>
      <tbody>
        {matches.map(({ matchId, gameId, league, home, away, startsAt, whenText, live, score }) => (
          <tr key={matchId}>
            <td className={styles.league}>{league}</td>
            <td>
              <a className={styles.match} href={gameHref(gameId)} data-launch="">
                {t('games.versus', { home: home.name, away: away.name })}
              </a>
            </td>
            <td className={styles.time}>
              {live ? (
                <b>
                  {t('games.matchLive')} {score?.home ?? 0} : {score?.away ?? 0}
                </b>
              ) : (
                <time dateTime={startsAt}>{whenText}</time>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
