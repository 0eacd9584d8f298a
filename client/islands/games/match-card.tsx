import type { ReactNode } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { placeHref } from '../../page/paths.ts';
import display from '../../ui/display.module.css';
import styles from './match-card.module.css';
import type { MatchView } from './match-view.ts';

/** Locale keys of a match card; an island that renders it must declare them. */
export const MATCH_CARD_TEXTS = ['games.oddsHome', 'games.oddsDraw', 'games.matchLive', 'games.matchLiveOdds'] as const;

interface MatchCardProps {
  readonly t: Translate;
  readonly match: MatchView;
  /** Content next to the start time: the countdown. */
  readonly children?: ReactNode;
}

/**
 * League, teams, start and odds of one match; every price opens the game that takes the bet. A match in play shows its
 * score; its odds change too fast for a card and are in the game. A finished match shows its score.
 */
export function MatchCard({ t, match, children }: MatchCardProps) {
  const { league, home, away, startsAt, whenText, score, live } = match;
  return (
    <article className={styles.card}>
      <p className={styles.head}>
        <span className={styles.league}>{league}</span>
        {live ? (
          <span className={styles.live}>{t('games.matchLive')}</span>
        ) : (
          <time className={styles.when} dateTime={startsAt}>
            {whenText}
          </time>
        )}
        {children}
      </p>
      <h3 className={styles.teams}>
        <Team name={home.name} goals={live ? (score?.home ?? 0) : score?.home} />
        <Team name={away.name} goals={live ? (score?.away ?? 0) : score?.away} />
      </h3>
      {live ? <LiveOdds t={t} match={match} /> : score ? null : <Odds t={t} match={match} />}
    </article>
  );
}

function Team({ name, goals }: { readonly name: string; readonly goals: number | undefined }) {
  return (
    <span className={styles.team}>
      <bdi>{name}</bdi>
      {goals === undefined ? null : <span className={styles.goals}>{goals}</span>}
    </span>
  );
}

function LiveOdds({ t, match: { matchId, gameId } }: Pick<MatchCardProps, 't' | 'match'>) {
  return (
    <a className={styles.price} href={matchHref(gameId, matchId)} data-launch="">
      {t('games.matchLiveOdds')}
    </a>
  );
}

function matchHref(gameId: string, matchId: string): string {
  return placeHref(gameId, { kind: 'match', id: matchId });
}

function Odds({ t, match: { matchId, gameId, home, away, draw } }: Pick<MatchCardProps, 't' | 'match'>) {
  const wins = ({ name, odds }: MatchView['home']) => t('games.oddsHome', { team: name, odds });
  const prices = [
    { key: 'home', mark: '1', odds: home.odds, label: wins(home) },
    ...(draw === null ? [] : [{ key: 'draw', mark: 'X', odds: draw, label: t('games.oddsDraw', { odds: draw }) }]),
    { key: 'away', mark: '2', odds: away.odds, label: wins(away) },
  ];
  return (
    <ul className={styles.odds}>
      {prices.map(({ key, mark, odds, label }) => (
        <li key={key}>
          <a className={styles.price} href={matchHref(gameId, matchId)} data-launch="">
            <span className={styles.mark} aria-hidden="true">
              {mark}
            </span>
            <span aria-hidden="true">{odds}</span>
            <span className={display.hidden}>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
