import * as v from 'valibot';
import { LANGUAGES } from '../../../../shared/i18n/languages.ts';
import { type MerchantSettings, readMerchant, saveSettings } from '../../content/index.ts';
import { wordOf } from '../../games/index.ts';
import { type ActDeps, acted } from '../act.ts';
import { checkTimes, reason, timeForField, typedTime } from '../fields.ts';
import { type ConsoleArea, type ConsoleInput, defineForm } from '../page.ts';
import { Badge, Card, Form, Input, Reason, Span } from '../parts.tsx';
import { tx } from '../texts.ts';

const TEXT_MAX = 500;
const closing = v.objectWithRest({ reason, from: v.optional(typedTime, ''), end: typedTime }, v.pipe(v.string(), v.maxLength(TEXT_MAX)));

const OPENED = { maintenance: false, maintenanceFrom: null, maintenanceEnd: null, maintenanceTexts: {} };

/** Maintenance of the whole site. It starts and ends by schedule. */
export function siteArea(deps: ActDeps): ConsoleArea {
  const { db, merchant, clock } = deps;
  const change = (input: ConsoleInput, action: string, why: string, set: Partial<MerchantSettings>) =>
    acted(deps, input, { action, object: 'site', reason: why }, async (tx) => {
      // Serialised: settings are one JSON document.
      await tx.selectFrom('merchant').select('code').where('code', '=', merchant).forUpdate().execute();
      const { settings } = await readMerchant(tx, merchant);
      await saveSettings(tx, merchant, { ...settings, ...set });
      return set;
    });
  return {
    pages: [
      {
        path: '/site',
        action: 'site.switch',
        title: 'site',
        load: async ({ session }) => (
          <SitePage session={session} settings={(await readMerchant(db, merchant)).settings} now={clock.now()} />
        ),
      },
    ],
    forms: [
      defineForm({
        path: '/site/close',
        action: 'site.switch',
        body: closing,
        async run(input, { reason: why, from, end, ...rest }) {
          checkTimes({ from, until: end }, clock.now(), 'end');
          const texts = LANGUAGES.flatMap(({ code }) => {
            const text = rest[`text-${code}`]?.trim() ?? '';
            return text === '' ? [] : [[code, text] as const];
          });
          const times = { maintenanceFrom: from?.toISOString() ?? null, maintenanceEnd: end?.toISOString() ?? null };
          await change(input, 'site.closed', why, { maintenance: true, ...times, maintenanceTexts: Object.fromEntries(texts) });
          return { to: '/site', said: from && from > clock.now() ? 'done_closePlanned' : 'done_closed' };
        },
      }),
      defineForm({
        path: '/site/open',
        action: 'site.switch',
        body: v.object({ reason }),
        async run(input, { reason: why }) {
          await change(input, 'site.opened', why, OPENED);
          return { to: '/site', said: 'done_opened' };
        },
      }),
    ],
  };
}

const TONES = { on: 'pos', off: 'neg', planned: 'warn' } as const;
const SAID = { on: 'siteOpen', off: 'siteClosed', planned: 'sitePlanned' } as const;

interface PageProps {
  readonly session: ConsoleInput['session'];
  readonly settings: MerchantSettings;
  readonly now: Date;
}

function SitePage({ session, settings, now }: PageProps) {
  const { maintenanceTexts, languages } = settings;
  const timeOf = (at: string | null) => (at === null ? null : new Date(at));
  const [from, until] = [timeOf(settings.maintenanceFrom), timeOf(settings.maintenanceEnd)];
  const word = wordOf({ closed: settings.maintenance, from, until }, now);
  // An elapsed period is not proposed again.
  const [fromNow, untilNow] = word === 'on' ? [null, null] : [from, until];
  return (
    <>
      <Card title={tx('maintenance')}>
        <p>
          <Badge tone={TONES[word]}>{tx(SAID[word])}</Badge> {word === 'on' ? null : <Span from={from} until={until} now={now} />}
        </p>
        <p>{tx('maintenanceText')}</p>
        <Form session={session} to="/site/close" submit={tx(word === 'on' ? 'siteClose' : 'siteCloseChange')} danger>
          <Input
            name="from"
            label={tx('from_time')}
            hint={tx('fromHint')}
            type="datetime-local"
            required={false}
            value={timeForField(fromNow)}
          />
          <Input
            name="end"
            label={tx('until')}
            hint={tx('siteEndHint')}
            type="datetime-local"
            required={false}
            value={timeForField(untilNow)}
          />
          {languages.map((code) => (
            <Input
              key={code}
              name={`text-${code}`}
              label={tx('siteText', { language: code })}
              value={maintenanceTexts[code]}
              rows={2}
              required={false}
              maxLength={TEXT_MAX}
            />
          ))}
          <Reason />
        </Form>
      </Card>
      {word !== 'on' ? (
        <Card title={tx(word === 'planned' ? 'siteKeepOpen' : 'siteReopen')}>
          <Form session={session} to="/site/open" submit={tx(word === 'planned' ? 'siteKeepOpen' : 'siteReopen')}>
            <Reason />
          </Form>
        </Card>
      ) : null}
    </>
  );
}
