import { type CountryRules, judgeCountry } from '../../../../shared/rules/country-rules.ts';
import { Badge, Card, type ConsoleInput, Facts, Form, Input, Reason, Select, Table, Time, tx } from '../../operators/index.ts';
import type { RegionChange } from '../regions.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Number of members by country; null: country unknown. */
export interface Place {
  readonly country: string | null;
  readonly members: number;
}

/** Region rules of the environment and the merchant file, which the portal applies before those of the console. */
export interface ServiceRegion extends CountryRules {
  /** Addresses and CIDR ranges. */
  readonly allowedAddresses: readonly string[];
  readonly deniedAddresses: readonly string[];
}

interface RegionsProps {
  /** Undefined: unknown to this platform. */
  readonly service: ServiceRegion | undefined;
  readonly session: ConsoleInput['session'];
  readonly rules: CountryRules;
  readonly waiting: RegionChange | undefined;
  readonly places: readonly Place[];
  readonly days: number;
}

export function RegionsPage({ session, service, rules, waiting, places, days }: RegionsProps) {
  return (
    <>
      <Card title={tx('regionsNow')}>
        <p>{tx('regionsText')}</p>
        <Rules rules={rules} />
      </Card>
      {service ? <ServiceRules service={service} /> : null}
      {waiting ? (
        <>
          <Card title={tx('regionsProposed')}>
            <p>
              {tx('regionsBy', { name: waiting.by, reason: waiting.reason })} <Time at={waiting.at} />
            </p>
            <Rules rules={waiting.rules} />
          </Card>
          <Effects before={rules} after={waiting.rules} places={places} days={days} />
          <div className="columns">
            <Card title={tx('approve')}>
              <p>{tx('regionsApproveText')}</p>
              <Form session={session} to="/regions/approve" submit={tx('approve')} danger fixed={{ id: waiting.id }}>
                <Reason />
              </Form>
            </Card>
            <Card title={tx('reject')}>
              <Form session={session} to="/regions/reject" submit={tx('reject')} fixed={{ id: waiting.id }}>
                <Reason />
              </Form>
            </Card>
          </div>
        </>
      ) : (
        <Proposal session={session} rules={rules} />
      )}
    </>
  );
}

function ServiceRules({ service }: { readonly service: ServiceRegion }) {
  const listed = (addresses: readonly string[]) => (addresses.length === 0 ? tx('none') : addresses.join(', '));
  return (
    <Card title={tx('regionsService')}>
      <p>{tx('regionsServiceText')}</p>
      <Rules rules={service} />
      <Facts
        rows={[
          [tx('regionsAddressesAllowed'), listed(service.allowedAddresses)],
          [tx('regionsAddressesDenied'), listed(service.deniedAddresses)],
        ]}
      />
    </Card>
  );
}

function Proposal({ session, rules }: Pick<RegionsProps, 'session' | 'rules'>) {
  const list = (name: 'allowedCountries' | 'deniedCountries') => (
    <Input
      name={name}
      label={tx(name)}
      hint={tx(`${name}Hint`)}
      value={rules[name].join(', ')}
      rows={2}
      required={false}
      maxLength={1_500}
      autoComplete="off"
    />
  );
  return (
    <Card title={tx('regionsChange')}>
      <p>{tx('regionsChangeText')}</p>
      <Form
        session={session}
        to="/regions/propose"
        submit={tx('regionsPropose')}
        danger
        also={{ to: '/regions/preview', text: tx('preview') }}
      >
        {list('allowedCountries')}
        {list('deniedCountries')}
        <Select
          name="unknownCountry"
          label={tx('unknownCountry')}
          hint={tx('unknownCountryHint')}
          value={rules.unknownCountry}
          options={[
            ['allow', tx('letIn')],
            ['deny', tx('turnedAway')],
          ]}
        />
        <Reason />
      </Form>
    </Card>
  );
}

function Rules({ rules: { allowedCountries, deniedCountries, unknownCountry } }: { readonly rules: CountryRules }) {
  const named = (codes: readonly string[], none: string) => (codes.length === 0 ? none : codes.map(nameOf).join(', '));
  return (
    <Facts
      rows={[
        [tx('allowedCountries'), named(allowedCountries, tx('regionsAll'))],
        [tx('deniedCountries'), named(deniedCountries, tx('none'))],
        [tx('unknownCountry'), tx(unknownCountry === 'allow' ? 'letIn' : 'turnedAway')],
      ]}
    />
  );
}

interface EffectsProps {
  readonly before: CountryRules;
  readonly after: CountryRules;
  readonly places: readonly Place[];
  readonly days: number;
}

/** Effect of the new rules on the countries of members and on the countries that the rules name. */
export function PreviewPage(props: EffectsProps) {
  return (
    <>
      <p className="note">{tx('regionsPreview')}</p>
      <Effects {...props} />
    </>
  );
}

function Effects({ before, after, places, days }: EffectsProps) {
  const known = new Set(places.map(({ country }) => country));
  const listed = [before, after].flatMap(({ allowedCountries, deniedCountries }) => [...allowedCountries, ...deniedCountries]);
  const others = [...new Set([...listed, null])].filter((country) => !known.has(country));
  const rows = [...places, ...others.map((country) => ({ country, members: 0 }))];
  const newlyBlocked = rows.filter(({ country }) => isAdmitted(before, country) && !isAdmitted(after, country));
  const members = newlyBlocked.reduce((sum, place) => sum + place.members, 0);
  return (
    <Card title={tx('regionsEffect')}>
      <p>
        <Badge tone={members > 0 ? 'neg' : 'pos'}>{tx('regionsLose', { count: members, days })}</Badge>
      </p>
      <Table
        caption={tx('regionsEffect')}
        heads={[tx('country'), tx('membersOfLate', { days }), tx('now'), tx('then')]}
        rows={rows.map(({ country, members: count }) => ({
          key: country ?? '',
          cells: [
            country === null ? tx('unknownCountry') : nameOf(country),
            count,
            <Verdict key="now" ok={isAdmitted(before, country)} />,
            <Verdict key="then" ok={isAdmitted(after, country)} />,
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

function Verdict({ ok }: { readonly ok: boolean }) {
  return <Badge tone={ok ? 'pos' : 'neg'}>{tx(ok ? 'letIn' : 'turnedAway')}</Badge>;
}

function isAdmitted(rules: CountryRules, country: string | null): boolean {
  return judgeCountry(rules, country ?? undefined).allowed;
}

/** Country code with its name. */
function nameOf(country: string): string {
  return `${NAMES.of(country) ?? country} (${country})`;
}
