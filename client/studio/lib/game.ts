import { translator } from '../../../shared/i18n/translate.ts';
import { toScreen, type Units, wireToScreen } from '../../../shared/money/money.ts';
import type { GamePageContext } from '../../../shared/studio/page-context.ts';
import type { Commitment, PlayAnswer, StudioRound, StudioSession } from '../../../shared/studio/protocol.ts';
import { pageRoot, readContext } from '../page-context.ts';
import { createStudioApi, type Failure, StudioFailure } from './api.ts';
import { type Attempt, createAttempt, leavesRoundOpen } from './attempt.ts';
import { dialogIsOpen, openDialog } from './dialog.ts';
import { openFairness } from './fairness-panel.ts';
import { createFrame } from './frame.ts';
import type { CreateView, GameContext } from './game-view.ts';
import { openHistory } from './history-panel.ts';
import type { IconName } from './icons.ts';
import { type NextStep, refusalOf, refusalText } from './refusals.ts';
import { createShell, type NoticeAction } from './shell.ts';
import { createSound } from './sound.ts';
import { unitsOf } from './stakes.ts';

/** How the portal is asked for a new ticket; it removes this frame. When nobody answers, the lobby is the way out. */
const RELOAD_PATIENCE_MS = 4000;

/** Starts a game's page: its shell, the session, and round after round on the player's word. */
export function startGame(createView: CreateView, actionIcon: IconName = 'play'): void {
  const root = pageRoot();
  const context = readContext<GamePageContext>(root);
  const t = translator(context.texts, context.languageTag);
  const shell = createShell(root, context, t);
  const sound = createSound();
  const api = createStudioApi();
  const frame = createFrame((type) => pause(type === 'pause'));
  let session: StudioSession | undefined;
  let next: Commitment | undefined;
  let last: StudioRound | undefined;
  let balance: Units = 0n;
  let busy = true;
  let paused = false;
  let blocked = false;

  const game: GameContext = { context, t, sound, money, changed, play, say };
  const view = createView(game);
  shell.mount(view, actionIcon);
  view.lock(true);
  shell.action.addEventListener('click', play);
  addTools();
  listenToKeys();
  void connect();

  function money(amount: Units | string): string {
    return `${session?.currencySymbol ?? ''}${typeof amount === 'string' ? wireToScreen(amount) : toScreen(amount)}`;
  }
  function say(text: string): void {
    shell.setMessage(text, false);
    shell.announce(text);
  }
  function ready(): boolean {
    return session !== undefined && !busy && !paused && !blocked;
  }
  function changed(): void {
    const { bet, total } = view.readBet();
    if (session) shell.setTotal(money(total));
    shell.action.disabled = !ready();
    shell.action.classList.toggle('incomplete', bet === undefined);
  }
  function settle(isBusy: boolean): void {
    busy = isBusy;
    view.lock(!ready());
    changed();
  }

  async function connect(): Promise<void> {
    shell.notify(null);
    blocked = false;
    shell.setMessage(t('studio.connecting'), false);
    try {
      if (context.ticket === '') return refuseEntry();
      session = await api.session({ ticket: context.ticket, gameId: context.gameId });
    } catch (error) {
      return fail(codeOf(error), () => void connect(), false);
    }
    next = session.next;
    showBalance(unitsOf(session.balance));
    if (session.trial) shell.showTrial();
    view.open(session);
    shell.setMessage('', false);
    settle(false);
    if (session.recovered) tellRecovered(session.recovered);
    frame.send('ready');
  }

  function refuseEntry(): void {
    shell.setMessage('', false);
    shell.notify({
      tone: 'info',
      blocking: false,
      title: t('studio.entry_title'),
      text: t('studio.entry'),
      actions: frame.framed ? [stepAction('leave')] : [],
    });
  }

  function play(): void {
    if (!ready()) return;
    const { bet, missing } = view.readBet();
    if (!bet) {
      say(missing ?? '');
      return;
    }
    shell.notify(null);
    shell.setMessage('', false);
    shell.setWin('–', false);
    settle(true);
    const { total } = view.readBet();
    shell.setBalance(money(balance > total ? balance - total : 0n));
    view.begin();
    frame.send('round-started');
    void run(createAttempt(api, bet));
  }

  async function run(attempt: Attempt): Promise<void> {
    let answer: PlayAnswer;
    try {
      answer = await attempt.send();
    } catch (error) {
      return refused(codeOf(error), attempt);
    }
    shell.notify(null);
    blocked = false;
    next = answer.next;
    last = answer.round;
    await view.show(answer.round);
    showBalance(unitsOf(answer.balance));
    tellResult(answer.round);
    settle(false);
    frame.send('round-ended');
    frame.send('balance-changed');
  }

  function refused(code: Failure, attempt: Attempt): void {
    if (leavesRoundOpen(code)) {
      fail(code, () => void again(attempt), true);
      return;
    }
    view.abort();
    showBalance(balance);
    frame.send('round-ended');
    fail(code, () => shell.notify(null), false);
    settle(false);
  }
  async function again(attempt: Attempt): Promise<void> {
    shell.notify(null);
    say(t('studio.asking_again'));
    await run(attempt);
  }

  function tellResult(round: StudioRound): void {
    const payout = unitsOf(round.payout);
    const stake = unitsOf(round.stake);
    const above = payout > stake;
    const key = round.status === 'refunded' ? 'refunded' : payout === 0n ? 'no_return' : above ? 'won' : 'returned';
    const text = t(`studio.result_${key}`, { amount: money(payout), stake: money(stake) });
    shell.setWin(money(payout), above);
    shell.setMessage(text, above);
    shell.announce(`${view.describe(round)} ${text} ${t('studio.balance_now', { amount: money(balance) })}`);
    if (above) sound.win();
  }

  function tellRecovered(round: StudioRound): void {
    const key = round.status === 'refunded' ? 'studio.recovered_refunded' : 'studio.recovered_settled';
    const text = t(key, { stake: money(round.stake), amount: money(round.payout) });
    shell.notify({ tone: 'info', blocking: false, title: t('studio.recovered_title'), text, actions: [stepAction('dismiss')] });
  }

  function fail(code: Failure, retry: () => void, roundOpen: boolean): void {
    const trial = session?.trial ?? false;
    const refusal = refusalOf(code, trial);
    const key = refusalText(code, roundOpen, trial);
    blocked = refusal.blocking || session === undefined;
    const limits = { min: money(session?.limits.minStake ?? ''), max: money(session?.limits.maxStake ?? '') };
    shell.setMessage('', false);
    shell.notify({
      tone: roundOpen ? 'info' : 'error',
      blocking: refusal.blocking,
      title: t(`${key}_title`),
      text: t(key, limits),
      actions: refusal.steps.map((step) => stepAction(step, retry)),
    });
    changed();
  }

  function stepAction(step: NextStep, retry: () => void = () => {}): NoticeAction {
    const runs: Record<NextStep, () => void> = {
      retry,
      deposit: () => frame.send('open-cashier'),
      reload: () => {
        frame.send('reload');
        setTimeout(() => frame.send('leave'), RELOAD_PATIENCE_MS);
      },
      leave: () => frame.send('leave'),
      dismiss: () => shell.notify(null),
    };
    return { label: t(`studio.step_${step}`), run: runs[step] };
  }

  function pause(on: boolean): void {
    paused = on;
    shell.setMessage(on ? t('studio.paused') : '', false);
    view.lock(!ready());
    changed();
  }

  function keepCommitment(commitment: Commitment): void {
    next = commitment;
  }

  function showBalance(units: Units): void {
    balance = units;
    shell.setBalance(money(balance));
  }

  function addTools(): void {
    const close = t('studio.close');
    shell.tool('info', t('studio.rules'), () => openDialog(t('studio.rules_of', { name: context.name }), close, view.rules()));
    shell.tool('history', t('studio.history'), () =>
      openHistory({ api, t, money, describe: view.describe, signedIn: session !== undefined }),
    );
    shell.tool('shield', t('studio.fairness'), () => openFairness({ api, t, next, last, saved: keepCommitment, locked: busy }));
    const tool = shell.tool('muted', t('studio.sound'), () => {
      const on = sound.toggle();
      tool.setAttribute('aria-pressed', String(on));
      tool.classList.toggle('on', on);
    });
    tool.setAttribute('aria-pressed', 'false');
    tool.classList.add('sound');
  }

  function listenToKeys(): void {
    document.addEventListener('keydown', (event) => {
      if ((event.key !== ' ' && event.key !== 'Enter') || event.repeat || event.defaultPrevented || dialogIsOpen()) return;
      if (event.target instanceof Element && event.target.closest('button, a, input, [role="grid"], [tabindex]')) return;
      event.preventDefault();
      play();
    });
  }
}

function codeOf(error: unknown): Failure {
  if (error instanceof StudioFailure) return error.code;
  throw error;
}
