import '../../../client/styles/index.css';
import type { FormView } from '../../../client/islands/sign-in/props.ts';
import { formAction } from '../../../client/page/paths.ts';
import { Button } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Field } from '../../../client/ui/field.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { DOWNLINE_KINDS, LINK_NAME_MAX } from '../../../shared/api/agent-tree/constants.ts';
import type { AgentDesk } from '../../../shared/api/agent-tree/schemas.ts';
import { agentHref } from '../../components/member-entries.ts';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { LinkList, type LinkView } from './link-list.tsx';
import styles from './register.module.css';

/** `createdText`: in the merchant's zone. */
export type NewestView = AgentDesk['newest'][number] & { readonly createdText: string };

export interface RegisterDownlineView {
  readonly desk: Omit<AgentDesk, 'links' | 'newest'>;
  readonly links: readonly LinkView[];
  readonly newest: readonly NewestView[];
  readonly form: FormView | null;
  /** The form that was sent before this page. */
  readonly done: 'account' | 'link' | null;
  /** Proposed first password. */
  readonly password: string;
}

interface PageProps {
  readonly context: PageContext;
  readonly data: RegisterDownlineView;
}

/** An agent opens accounts below, by form or by invitation link. Needs no script. */
export function RegisterDownlinePage({ context, data }: PageProps) {
  const { t } = context;
  const { desk, links } = data;
  return (
    <AgentCentre context={context} page="agentRegister">
      <p className={styles.lead}>{t('agents.registerText', { rate: desk.rebate, level: desk.level })}</p>
      {desk.mayRegister ? (
        <div className={styles.columns}>
          <AccountForm context={context} data={data} />
          <LinkForm context={context} data={data} />
        </div>
      ) : (
        <FormMessage kind="info" text={t('errors.agent_not_allowed')} />
      )}
      <section className={display.card} aria-labelledby="agent-links">
        <h2 className={styles.heading} id="agent-links">
          {t('agents.links')}
        </h2>
        <LinkList context={context} links={links} />
      </section>
      <Downline context={context} data={data} />
    </AgentCentre>
  );
}

const back = (done: 'account' | 'link') => `${agentHref('agentRegister')}?done=${done}`;

function AccountForm({ context: { t }, data: { desk, form, done, newest, password } }: PageProps) {
  const posted = form?.call === 'agent.downlineRegister' ? form : null;
  return (
    <section className={display.card} aria-labelledby="agent-account">
      <h2 className={styles.heading} id="agent-account">
        {t('agents.newAccount')}
      </h2>
      <form className={controls.form} method="post" action={formAction('agent.downlineRegister')}>
        <input type="hidden" name="back" value={back('account')} />
        {done === 'account' && newest[0] ? (
          <FormMessage kind="done" text={t('agents.accountOpen', { account: newest[0].account })} />
        ) : null}
        {posted ? <FormMessage text={posted.message} /> : null}
        <Field
          name="account"
          label={t('agents.account')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required
          defaultValue={posted?.values.account ?? ''}
          error={posted?.errors.account}
        />
        <Field
          name="password"
          label={t('agents.firstPassword')}
          hint={t('agents.firstPasswordHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required
          defaultValue={password}
          error={posted?.errors.password}
        />
        <TermsFields t={t} desk={desk} posted={posted} />
        <Button type="submit" variant="primary" icon="user-plus">
          {t('agents.open')}
        </Button>
      </form>
    </section>
  );
}

function LinkForm({ context: { t }, data: { desk, form, done } }: PageProps) {
  const posted = form?.call === 'agent.linkCreate' ? form : null;
  return (
    <section className={display.card} aria-labelledby="agent-link">
      <h2 className={styles.heading} id="agent-link">
        {t('agents.newLink')}
      </h2>
      {desk.linksLeft === 0 ? (
        <FormMessage kind="info" text={t('agents.linksFull')} />
      ) : (
        <form className={controls.form} method="post" action={formAction('agent.linkCreate')}>
          <input type="hidden" name="back" value={back('link')} />
          {done === 'link' ? <FormMessage kind="done" text={t('agents.linkMade')} /> : null}
          {posted ? <FormMessage text={posted.message} /> : null}
          <Field
            name="name"
            label={t('agents.linkName')}
            hint={t('agents.linkNameHint')}
            autoComplete="off"
            maxLength={LINK_NAME_MAX}
            required
            defaultValue={posted?.values.name ?? ''}
            error={posted?.errors.name}
          />
          <TermsFields t={t} desk={desk} posted={posted} />
          <Button type="submit" variant="secondary" icon="plus">
            {t('agents.makeLink')}
          </Button>
        </form>
      )}
    </section>
  );
}

interface TermsProps {
  readonly t: PageContext['t'];
  readonly desk: RegisterDownlineView['desk'];
  readonly posted: FormView | null;
}

/** Kind and rate of the accounts. */
function TermsFields({ t, desk, posted }: TermsProps) {
  const kinds = DOWNLINE_KINDS.filter((kind) => kind === 'member' || desk.mayAddAgents);
  return (
    <div className={styles.pair}>
      <label className={controls.field}>
        <span className={controls.label}>{t('agents.kind')}</span>
        <select className={controls.input} name="kind" defaultValue={posted?.values.kind ?? 'member'}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`agents.kind_${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <Field
        name="rebate"
        label={t('agents.rebate')}
        hint={t('agents.rebateHint', { max: desk.rebate })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        required
        defaultValue={posted?.values.rebate ?? '0'}
        error={posted?.errors.rebate}
      />
    </div>
  );
}

function Downline({ context: { t }, data: { desk, newest } }: PageProps) {
  return (
    <section className={display.card} aria-labelledby="agent-below">
      <h2 className={styles.heading} id="agent-below">
        {t('agents.below')}
      </h2>
      {desk.levels.length === 0 ? (
        <EmptyState icon="users" title={t('agents.nobody')} text={t('agents.nobodyText')} />
      ) : (
        <>
          <dl className={styles.levels}>
            {desk.levels.map(({ level, accounts }) => (
              <div key={level}>
                <dt>{t('agents.level', { level })}</dt>
                <dd>{accounts}</dd>
              </div>
            ))}
          </dl>
          <h3 className={styles.subheading}>{t('agents.newest')}</h3>
          <ul className={styles.newest}>
            {newest.map(({ account, kind, rebate, createdText }) => (
              <li key={account}>
                <bdi className={styles.account}>{account}</bdi>
                <span className={display.badge} data-tone={kind === 'agent' ? 'info' : undefined}>
                  {t(`agents.kind_${kind}`)}
                </span>
                <span>{t('agents.rebateOf', { rate: rebate })}</span>
                <span className={styles.date}>{createdText}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
