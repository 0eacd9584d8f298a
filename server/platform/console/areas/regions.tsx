import * as v from 'valibot';
import type { CountryRules } from '../../../../shared/rules/country-rules.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Database } from '../../base/db/index.ts';
import { type AuditDeps, type ConsoleArea, defineForm, named, OperatorError, reason, withAuditLog } from '../../operators/index.ts';
import { createRegions } from '../regions.ts';
import { type Place, PreviewPage, RegionsPage, type ServiceRegion } from './region-views.tsx';

const DAYS = 30;
const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** ISO 3166 codes separated by commas, spaces or line breaks. */
const countriesField = v.pipe(
  v.string(),
  v.maxLength(1_500),
  v.transform((text) =>
    [
      ...new Set(
        text
          .toUpperCase()
          .split(/[\s,;]+/)
          .filter(Boolean),
      ),
    ].sort(),
  ),
);
const fields = { allowedCountries: countriesField, deniedCountries: countriesField, unknownCountry: v.picklist(['allow', 'deny']) };
const proposal = v.object({ ...fields, reason });
const preview = v.object({ ...fields, reason: v.optional(v.string()) });

export interface RegionAreaDeps extends AuditDeps {
  readonly serviceRegion?: ServiceRegion;
}

/** Countries from which the site can be used. The portal's environment settings can only restrict them further. */
export function regionArea(deps: RegionAreaDeps): ConsoleArea {
  const { db, clock, merchant, serviceRegion } = deps;
  const regions = createRegions(deps);
  const places = () => placesOf(db, merchant, new Date(clock.now().getTime() - DAYS * DAY_MS));
  return {
    pages: [
      {
        path: '/regions',
        action: 'site.regions',
        title: 'regions',
        inMenu: { group: 'site', place: 50 },
        load: async ({ session }) => (
          <RegionsPage session={session} service={serviceRegion} {...(await regions.read(db))} places={await places()} days={DAYS} />
        ),
      },
    ],
    forms: [
      defineForm({
        path: '/regions/preview',
        action: 'site.regions',
        body: preview,
        async run(_input, countryFields) {
          const after = checked(countryFields);
          const { rules } = await regions.read(db);
          return {
            title: 'preview',
            page: <PreviewPage before={rules} after={after} places={await places()} days={DAYS} />,
            repeatsForm: true,
          };
        },
      }),
      defineForm({
        path: '/regions/propose',
        action: 'site.regions',
        body: proposal,
        async run(input, { reason: auditReason, ...countryFields }) {
          const rules = checked(countryFields);
          await withAuditLog(deps, input, { action: 'regions.proposed', object: 'site', reason: auditReason }, async (tx) => ({
            id: await regions.propose(tx, input.session, rules, auditReason),
            ...rules,
          }));
          return { to: '/regions', message: 'done_oneMore' };
        },
      }),
      defineForm({
        path: '/regions/approve',
        action: 'site.regions',
        body: named,
        async run(input, { id, reason: auditReason }) {
          await withAuditLog(deps, input, { action: 'regions.changed', object: 'site', reason: auditReason }, async (tx) => ({
            id,
            ...(await regions.approve(tx, input.session, id, auditReason)),
          }));
          return { to: '/regions', message: 'done_regions' };
        },
      }),
      defineForm({
        path: '/regions/reject',
        action: 'site.regions',
        body: named,
        async run(input, { id, reason: auditReason }) {
          await withAuditLog(deps, input, { action: 'regions.rejected', object: 'site', reason: auditReason }, async (tx) => {
            await regions.reject(tx, id);
            return { id };
          });
          return { to: '/regions', message: 'done_rejected' };
        },
      }),
    ],
  };
}

function checked({ allowedCountries, deniedCountries, unknownCountry }: CountryRules): CountryRules {
  for (const [field, codes] of Object.entries({ allowedCountries, deniedCountries }))
    for (const code of codes) if (!isCountry(code)) throw new OperatorError('regionsUnknown', { code: code.slice(0, 20) }, field);
  const twice = deniedCountries.find((code) => allowedCountries.includes(code));
  if (twice) throw new OperatorError('regionsTwice', { code: twice }, 'deniedCountries');
  return { allowedCountries, deniedCountries, unknownCountry };
}

function isCountry(code: string): boolean {
  // "ZZ" is the code of an unknown country, and regions of the world have names too.
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && NAMES.of(code) !== undefined;
}

/** Countries of recent sign-ins with the number of members. */
async function placesOf(db: Database, merchant: string, since: Date): Promise<readonly Place[]> {
  const rows = await db
    .selectFrom('member_session as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select('s.country')
    .select(({ fn }) => fn.count<string>('s.member_id').distinct().as('members'))
    .where('m.merchant', '=', merchant)
    .where('s.created_at', '>', since)
    .groupBy('s.country')
    .orderBy('members', 'desc')
    .execute();
  return rows.map(({ country, members }) => ({ country, members: Number(members) }));
}
