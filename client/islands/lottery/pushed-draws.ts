import { LOTTERY_STREAM_PATH } from '../../../shared/constants.ts';
import type { DrawView, LotteryGameView } from './lottery-view.ts';

/** A draw of the stream, as far as the lobby shows it. */
export interface PushedDraw {
  /** The code of the game, a hyphen and the issue. */
  readonly drawId: string;
  readonly issue: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly drawsAt: string;
  readonly numbers: readonly string[] | null;
  readonly verifyUrl: string;
}
export interface PushedDraws {
  readonly now: string;
  /** The next one first. */
  readonly open: readonly PushedDraw[];
  /** Newest first. */
  readonly results: readonly PushedDraw[];
}

/** Follows the draws of games; returns a function that ends it. `lost`: the stream is over and nothing more comes. */
export function followPushed(codes: readonly string[], on: { draws(answer: PushedDraws): void; lost(): void }): () => void {
  const source = new EventSource(`${LOTTERY_STREAM_PATH}?${codes.map((code) => `gameId=${encodeURIComponent(code)}`).join('&')}`);
  source.addEventListener('draws', ({ data }: MessageEvent<string>) => {
    const answer = read(data);
    if (answer) on.draws(answer);
  });
  source.addEventListener('error', () => {
    // The browser's retries have no backoff: the caller requests the draws, and opens a stream again later.
    source.close();
    on.lost();
  });
  return () => source.close();
}

function read(text: string): PushedDraws | undefined {
  try {
    const value = JSON.parse(text) as Partial<PushedDraws>;
    return Array.isArray(value.open) && Array.isArray(value.results) && typeof value.now === 'string' ? (value as PushedDraws) : undefined;
  } catch {
    return undefined;
  }
}

/** The games with what the stream has sent about one of them. The issue is the one on sale, or the next one that opens. */
export function withPushed(games: readonly LotteryGameView[], { now, open, results }: PushedDraws): readonly LotteryGameView[] {
  const code = codeOf(open[0] ?? results[0]);
  const current = open.find(({ closesAt }) => Date.parse(closesAt) > Date.parse(now)) ?? open[0];
  const drawn = results.find(({ numbers }) => numbers !== null);
  return games.map((game) => {
    if (game.code !== code) return game;
    const latest = drawn ? latestOf(code, drawn) : null;
    return {
      ...game,
      current: current ? { issue: current.issue, closesAt: current.closesAt, drawsAt: current.drawsAt, closesText: '' } : null,
      latest: isNewer(latest, game.latest) ? latest : game.latest,
    };
  });
}

/** Answers of requests may be older than what was pushed: the newer result stays. */
export function keepNewer(games: readonly LotteryGameView[], before: readonly LotteryGameView[]): readonly LotteryGameView[] {
  return games.map((game) => {
    const known = before.find(({ code }) => code === game.code);
    return known && isNewer(known.latest, game.latest) ? { ...game, current: known.current, latest: known.latest } : game;
  });
}

/** The list with the newest result, which the platform may receive later than the viewers of the stream. */
export function withNewest<Draw extends Pick<DrawView, 'issue'>>(list: readonly Draw[], newest: Draw | null): readonly Draw[] {
  return newest === null || list.some(({ issue }) => issue === newest.issue) ? list : [newest, ...list];
}

function latestOf(gameCode: string, { issue, numbers, drawsAt, verifyUrl }: PushedDraw): NonNullable<LotteryGameView['latest']> {
  return { gameCode, issue, numbers: [...(numbers ?? [])], drawnAt: drawsAt, verifyUrl };
}

function isNewer(one: LotteryGameView['latest'], other: LotteryGameView['latest']): boolean {
  return one !== null && (other === null || one.issue > other.issue);
}

function codeOf(draw: PushedDraw | undefined): string {
  return draw?.drawId.slice(0, -(draw.issue.length + 1)) ?? '';
}
