import { popularGames } from '../../../../shared/api/games/contract.ts';
import { POPULAR_GAMES_COUNT, TRIAL_TYPE } from '../../../../shared/constants.ts';
import { isHere, sectionOf } from '../../../../views/components/navigation.ts';
import type { PageContext } from '../../../../views/layouts/page-context.ts';
import { type GameContent, GamePage } from '../../../../views/pages/game-frame/game.tsx';
import { SeamlessPage } from '../../../../views/pages/game-frame/seamless.tsx';
import { defined } from '../../../kit/defined.ts';
import { safePath } from '../../forms/safe-path.ts';
import { callOr } from '../call-value.ts';
import type { PageRedirect, PageView, Query } from '../page-view.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { launch, playRefusal } from './launch.ts';
import { type Plan, planInput, planOf } from './plan.ts';
import { firstGame, type Target, targetOf } from './target.ts';

/** Number of suggestions for a closed game. */
const ALTERNATIVE_COUNT = 12;

/**
 * `/game?gameId=` or `?vassalage=`: the frame, a redirect to a lottery's screen, or the reason why the game cannot start, with the next
 * step.
 */
export async function gamePage(input: VisitorInput): Promise<PageView | PageRedirect> {
  const target = await targetOf(input);
  const resolved = await contentOf(input, planOf(planInput(input, target, false)));
  if ('redirect' in resolved) return resolved;
  const context = contextOf(input.context, target, resolved.content);
  return { ...resolved.page, entry: 'views/pages/game-frame/game.tsx', body: <GamePage context={context} content={resolved.content} /> };
}

/** `/seamless?vassalage=`: always the frame of the vendor, in seamless mode. */
export async function seamlessPage(input: VisitorInput): Promise<PageView | PageRedirect> {
  const target = await targetOf(input);
  const resolved = await contentOf(input, planOf(planInput(input, target, true)));
  if ('redirect' in resolved) return resolved;
  const context = contextOf(input.context, target, resolved.content);
  return {
    ...resolved.page,
    entry: 'views/pages/game-frame/seamless.tsx',
    body: <SeamlessPage context={context} content={resolved.content} />,
  };
}

/** The sign-in dialog opens only over a game that requires it; a posted form is shown where it was sent. */
function contextOf(pageContext: PageContext, target: Target, { kind }: GameContent): PageContext {
  const known = target.kind === 'game' ? target.game : target.kind === 'vendor' ? target.vendor : undefined;
  const context = { ...pageContext, ...defined({ section: known && sectionOf(pageContext.menus, known) }) };
  if (kind === 'signed-out' || context.modal.form) return context;
  return { ...context, modal: { ...context.modal, open: null } };
}

interface ResolvedPage {
  readonly page: Pick<PageView, 'status' | 'title' | 'islands' | 'noIndex'>;
  readonly content: GameContent;
}

async function contentOf(input: VisitorInput, plan: Plan): Promise<ResolvedPage | PageRedirect> {
  const { context } = input;
  switch (plan.kind) {
    case 'redirect':
      return { redirect: plan.to };
    case 'launch':
      return launched(input, plan);
    case 'first-game': {
      const game = await firstGame(input, plan.vendor);
      return contentOf(input, game ? { kind: 'launch', gameId: game.gameId, game } : { kind: 'missing' });
    }
    case 'closed':
      return page(plan.name, await closedContent(input, plan));
    case 'missing':
      return page(context.t('play.missingTitle'), { kind: 'missing' }, 404);
    case 'signed-out':
      return page(plan.name ?? context.t('lobby.play'), { ...plan, here: context.here });
    case 'free-play':
      return page(plan.name, { ...plan, here: context.here });
    case 'real-account':
    case 'no-free-play':
      return offered(input, plan);
    default:
      return page(plan.name, plan);
  }
}

function page(title: string, content: GameContent, status = 200): ResolvedPage {
  return { page: { status, title, islands: content.kind === 'frame' ? ['game-frame'] : [], noIndex: true }, content };
}

/** Members on a break, excluded or held see the reason instead of an offer to play for money. */
async function offered(input: VisitorInput, plan: Extract<Plan, { kind: 'real-account' | 'no-free-play' }>): Promise<ResolvedPage> {
  const { kind, name, realHref, game } = plan;
  const frame = await playRefusal(input, game);
  if (frame) return page(name, { kind: 'frame', ...frame, trial: false, exitHref: exitOf(input.query, input.context.here) });
  return kind === 'real-account' ? page(input.context.t('lobby.freePlay'), { kind, realHref }) : page(name, { kind, name, realHref });
}

async function launched(input: VisitorInput, { gameId, game }: Extract<Plan, { kind: 'launch' }>): Promise<ResolvedPage | PageRedirect> {
  const { context, visitor, query } = input;
  const answer = await launch(input, gameId, game);
  if (answer.kind !== 'frame') {
    const category = game?.gameCategory ?? null;
    const plan: Plan =
      answer.kind === 'closed' ? { kind: 'closed', name: answer.name, category, end: null } : { ...answer, kind: answer.kind };
    return contentOf(input, plan);
  }
  const trial = visitor.session?.type === TRIAL_TYPE;
  const content: GameContent = { kind: 'frame', ...answer.frame, trial, exitHref: exitOf(query, context.here) };
  return page(answer.frame.game.name, content, answer.status);
}

/** Popular games of the category, or of all categories if it has no open one. */
async function closedContent(
  { upstream, visitor, timeZone }: VisitorInput,
  { name, category, end }: Extract<Plan, { kind: 'closed' }>,
): Promise<GameContent> {
  const anonymous = { ...visitor, session: null };
  const loadPopular = (gameCategory?: NonNullable<typeof category>) =>
    callOr(upstream, popularGames, { query: { count: POPULAR_GAMES_COUNT, gameCategory } }, anonymous, { games: [] });
  const own = category ? await loadPopular(category) : { games: [] };
  const found = own.games.some((game) => !game.maintenance) ? own : await loadPopular();
  return {
    kind: 'closed',
    name,
    until: end === null ? null : { iso: end, text: `${shownTime(end, timeZone).slice(0, 16)} (${timeZone})` },
    instead: found.games.filter((game) => !game.maintenance).slice(0, ALTERNATIVE_COUNT),
  };
}

/** Returns the page that the game was opened from, but never a game page. */
function exitOf(query: Query, here: string): string {
  const from = safePath(query.get('from'), '/index');
  return isHere(from, here) || /^\/(?:game|seamless)(?:\?|$)/.test(from) ? '/index' : from;
}
