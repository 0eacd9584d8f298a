import * as v from 'valibot';
import { LANGUAGES } from '../../../../shared/i18n/languages.ts';
import { type MerchantSettings, readMerchant, saveSettings } from '../../merchant/index.ts';
import {
  type AuditDeps,
  Badge,
  Card,
  type ConsoleArea,
  type ConsoleInput,
  checkTimes,
  defineForm,
  editorLanguages,
  Form,
  Input,
  instantOf,
  type LogAction,
  Reason,
  reason,
  Span,
  TimeInput,
  timeField,
  tx,
  withAuditLog,
} from '../../operators/index.ts';
import { switchStatus } from '../../play/games/index.ts';

const TEXT_MAX = 500;
const closing = v.objectWithRest({ reason, from: v.optional(timeField, ''), end: timeField }, v.pipe(v.string(), v.maxLength(TEXT_MAX)));

const OPENED = { maintenance: false, maintenanceFrom: null, maintenanceEnd: null, maintenanceTexts: {} };

/** Maintenance of the whole site. It starts and ends by schedule. */
export function siteArea(deps: AuditDeps): ConsoleArea {
  const { db, merchant, clock } = deps;
  const change = (input: ConsoleInput, action: LogAction, auditReason: string, set: Partial<MerchantSettings>) =>
    withAuditLog(deps, input, { action, object: 'site', reason: auditReason }, async (tx) => {
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
        inMenu: { group: 'site', place: 40 },
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
        async run(input, { reason: auditReason, from: begin, end: close, ...rest }) {
          const [from, end] = [instantOf(begin, input.timeZone), instantOf(close, input.timeZone)];
          checkTimes({ from, until: end }, clock.now(), 'end');
          const texts = LANGUAGES.flatMap(({ code }) => {
            const text = rest[`text-${code}`]?.trim() ?? '';
            return text === '' ? [] : [[code, text] as const];
          });
          const times = { maintenanceFrom: from?.toISOString() ?? null, maintenanceEnd: end?.toISOString() ?? null };
          await change(input, 'site.closed', auditReason, { maintenance: true, ...times, maintenanceTexts: Object.fromEntries(texts) });
          return { to: '/site', message: from && from > clock.now() ? 'done_closePlanned' : 'done_closed' };
        },
      }),
      defineForm({
        path: '/site/open',
        action: 'site.switch',
        body: v.object({ reason }),
        async run(input, { reason: auditReason }) {
          await change(input, 'site.opened', auditReason, OPENED);
          return { to: '/site', message: 'done_opened' };
        },
      }),
    ],
  };
}

const TONES = { on: 'pos', off: 'neg', planned: 'warn' } as const;
const STATUS_TEXTS = { on: 'siteOpen', off: 'siteClosed', planned: 'sitePlanned' } as const;

interface PageProps {
  readonly session: ConsoleInput['session'];
  readonly settings: MerchantSettings;
  readonly now: Date;
}

function SitePage({ session, settings, now }: PageProps) {
  const { maintenanceTexts } = settings;
  const timeOf = (at: string | null) => (at === null ? null : new Date(at));
  const [from, until] = [timeOf(settings.maintenanceFrom), timeOf(settings.maintenanceEnd)];
  const switchState = switchStatus({ closed: settings.maintenance, from, until }, now);
  // An elapsed period is not proposed again.
  const [plannedFrom, plannedUntil] = switchState === 'on' ? [null, null] : [from, until];
  return (
    <>
      <Card title={tx('maintenance')}>
        <p>
          <Badge tone={TONES[switchState]}>{tx(STATUS_TEXTS[switchState])}</Badge>{' '}
          {switchState === 'on' ? null : <Span from={from} until={until} now={now} />}
        </p>
        <p>{tx('maintenanceText')}</p>
        <Form session={session} to="/site/close" submit={tx(switchState === 'on' ? 'siteClose' : 'siteCloseChange')} danger>
          <TimeInput name="from" label={tx('from_time')} hint={tx('fromHint')} at={plannedFrom} />
          <TimeInput name="end" label={tx('until')} hint={tx('siteEndHint')} at={plannedUntil} />
          {editorLanguages(settings).map((code) => (
            <Input
              key={code}
              name={`text-${code}`}
              label={tx('siteText', { language: code })}
              value={maintenanceTexts[code] ?? ''}
              rows={2}
              required={false}
              maxLength={TEXT_MAX}
            />
          ))}
          <Reason />
        </Form>
      </Card>
      {switchState !== 'on' ? (
        <Card title={tx(switchState === 'planned' ? 'siteKeepOpen' : 'siteReopen')}>
          <Form session={session} to="/site/open" submit={tx(switchState === 'planned' ? 'siteKeepOpen' : 'siteReopen')}>
            <Reason />
          </Form>
        </Card>
      ) : null}
    </>
  );
}
