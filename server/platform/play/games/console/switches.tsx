import * as v from 'valibot';
import { Refusal } from '../../../base/refusal.ts';
import {
  type AuditDeps,
  Badge,
  Card,
  Collapsible,
  type ConsoleArea,
  type ConsoleInput,
  checkTimes,
  defineForm,
  Form,
  Input,
  instantOf,
  Reason,
  reason,
  Span,
  Table,
  TimeInput,
  timeField,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import { readSwitches, SWITCHED_ON, type Switches, type SwitchScope, type SwitchState, switchGames, switchStatus } from '../switches.ts';

const scopeFields = { scope: v.pipe(v.string(), v.regex(/^(?:all|vendor:[\w-]{1,40}|game:[\w-]{1,64})$/)), reason };
const off = v.object({ ...scopeFields, from: v.optional(timeField, ''), until: timeField });
const on = v.object(scopeFields);

/** Kill switches for a game, a vendor or all games. Running rounds can be completed. */
export function switchArea(deps: AuditDeps): ConsoleArea {
  const { db, merchant, clock } = deps;
  const setSwitch = (input: ConsoleInput, scope: string, auditReason: string, state: SwitchState) =>
    withAuditLog(
      deps,
      input,
      { action: state.closed ? 'games.off' : 'games.on', object: `games:${scope}`, reason: auditReason },
      async (tx) => {
        if (!(await switchGames(tx, merchant, scopeOf(scope), state))) throw new Refusal('game_not_found');
        const { from, until } = state;
        return { ...(from && { from: from.toISOString() }), ...(until && { until: until.toISOString() }) };
      },
    );
  return {
    pages: [
      {
        path: '/switches',
        action: 'games.switch',
        title: 'switches',
        inMenu: { group: 'site', place: 10 },
        async load({ session, query }) {
          const searchText = (query.get('q') ?? '').slice(0, 64);
          const now = clock.now();
          return <SwitchesPage session={session} searchText={searchText} switches={await readSwitches(db, searchText, now)} now={now} />;
        },
      },
    ],
    forms: [
      defineForm({
        path: '/switches/off',
        action: 'games.switch',
        body: off,
        async run(input, { scope, reason: auditReason, from: begin, until: end }) {
          const [from, until] = [instantOf(begin, input.timeZone), instantOf(end, input.timeZone)];
          checkTimes({ from, until }, clock.now(), 'until');
          await setSwitch(input, scope, auditReason, { closed: true, from, until });
          return { to: '/switches', message: 'done_off' };
        },
      }),
      defineForm({
        path: '/switches/on',
        action: 'games.switch',
        body: on,
        async run(input, { scope, reason: auditReason }) {
          await setSwitch(input, scope, auditReason, SWITCHED_ON);
          return { to: '/switches', message: 'done_on' };
        },
      }),
    ],
  };
}

function scopeOf(scope: string): SwitchScope {
  const [kind, id = ''] = scope.split(/:(.*)/s);
  if (kind === 'vendor') return { vendor: id };
  return kind === 'game' ? { game: id } : 'all';
}

type Session = ConsoleInput['session'];

interface PageProps {
  readonly session: Session;
  readonly searchText: string;
  readonly switches: Switches;
  readonly now: Date;
}

function SwitchesPage({ session, searchText, switches, now }: PageProps) {
  return (
    <>
      <Card title={tx('gamesAll')}>
        <p>{tx('gamesAllText')}</p>
        <p>
          <State state={switches.all} now={now} />
        </p>
        <SwitchForm session={session} scope="all" state={switches.all} now={now} />
      </Card>
      <Card title={tx('vendors')}>
        <Table
          caption={tx('vendors')}
          heads={[tx('vendor'), tx('gamesCount'), tx('state'), tx('change')]}
          rows={switches.vendors.map((vendor) => ({
            key: vendor.code,
            cells: [
              `${vendor.name} (${vendor.code})`,
              tx('gamesOff', { count: vendor.games, off: vendor.gamesClosed }),
              <State key="state" state={vendor} now={now} />,
              <SwitchForm key="turn" session={session} scope={`vendor:${vendor.code}`} state={vendor} now={now} />,
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
      <Card title={tx('games')}>
        <form method="get" action="/console/switches">
          <Input
            name="q"
            label={tx('searchGame')}
            hint={tx('searchGameHint')}
            type="search"
            value={searchText}
            required={false}
            maxLength={64}
          />
          <button type="submit">{tx('search')}</button>
        </form>
        <Table
          caption={tx('games')}
          heads={[tx('game'), tx('vendor'), tx('state'), tx('change')]}
          rows={switches.games.map((game) => ({
            key: game.id,
            cells: [
              `${game.name} (${game.id})`,
              game.vendor,
              <State key="state" state={game} now={now} />,
              <SwitchForm key="turn" session={session} scope={`game:${game.id}`} state={game} now={now} />,
            ],
          }))}
          empty={tx(searchText === '' ? 'gamesNoneOff' : 'nothing')}
        />
      </Card>
    </>
  );
}

const TONES = { on: 'pos', off: 'neg', planned: 'warn' } as const;

function State({ state, now }: { readonly state: SwitchState; readonly now: Date }) {
  const switchState = switchStatus(state, now);
  return (
    <>
      <Badge tone={TONES[switchState]}>{tx(switchState)}</Badge> {switchState === 'on' ? null : <Span {...state} now={now} />}
    </>
  );
}

interface SwitchFormProps {
  readonly session: Session;
  readonly scope: string;
  readonly state: SwitchState;
  readonly now: Date;
}

function SwitchForm({ session, scope, state, now }: SwitchFormProps) {
  const fixedFields = { scope };
  return switchStatus(state, now) !== 'on' ? (
    <Collapsible title={tx('turnOn')}>
      <Form session={session} to="/switches/on" submit={tx('turnOn')} fixed={fixedFields}>
        <Reason />
      </Form>
    </Collapsible>
  ) : (
    <Collapsible title={tx('turnOff')}>
      <Form session={session} to="/switches/off" submit={tx('turnOff')} danger fixed={fixedFields}>
        <TimeInput name="from" label={tx('from_time')} hint={tx('fromHint')} />
        <TimeInput name="until" label={tx('until')} hint={tx('untilHint')} />
        <Reason />
      </Form>
    </Collapsible>
  );
}
