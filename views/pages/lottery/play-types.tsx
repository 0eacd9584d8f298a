import { Balls } from '../../../client/islands/lottery/balls.tsx';
import { classNames } from '../../../client/ui/class-names.ts';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/section.tsx';
import styles from './play-types.module.css';

/** A way of betting on the draws of a game, as text. */
export interface PlayTypeView {
  readonly id: string;
  /** Name of the group that it stands in; types of one group follow each other. */
  readonly family: string;
  readonly name: string;
  readonly how: string;
  readonly returned: string;
  readonly upTo: string;
  readonly odds: readonly { readonly bet: string; readonly chance: string; readonly pays: string }[];
  readonly stake: string;
  readonly example: {
    readonly entry: string;
    readonly bets: string;
    readonly cost: string;
    readonly most: string;
    readonly draw: readonly string[];
    readonly hits: readonly string[];
    readonly paid: string;
  };
  readonly isOpen: boolean;
}

/** Rules of all play types of a game. Each opens without script. */
export function PlayTypes({ t, playTypes }: { readonly t: Translate; readonly playTypes: readonly PlayTypeView[] }) {
  return (
    <Section id="play-types" title={t('lottery.playTypes')}>
      <p className={styles.text}>{t('lottery.playTypesText')}</p>
      {[...new Set(playTypes.map(({ family }) => family))].map((family) => (
        <Family key={family} t={t} name={family} playTypes={playTypes.filter((one) => one.family === family)} />
      ))}
    </Section>
  );
}

interface FamilyProps {
  readonly t: Translate;
  readonly name: string;
  readonly playTypes: readonly PlayTypeView[];
}

function Family({ t, name, playTypes }: FamilyProps) {
  return (
    <>
      <h3 className={styles.family}>{name}</h3>
      <div className={styles.list}>
        {playTypes.map((playType) => (
          <details key={playType.id} className={styles.type} open={playType.isOpen}>
            <summary>
              <span className={styles.name}>{playType.name}</span>
              <span className={classNames(styles.figure, styles.upTo)}>{playType.upTo}</span>
              <span className={styles.figure}>{playType.returned}</span>
              <span className={styles.icon}>
                <Icon name="chevron-down" small />
              </span>
            </summary>
            <Rules t={t} playType={playType} />
          </details>
        ))}
      </div>
    </>
  );
}

function Rules({ t, playType: { name, how, odds, stake, example } }: { readonly t: Translate; readonly playType: PlayTypeView }) {
  return (
    <div className={styles.body}>
      <div className={styles.rules}>
        <p className={styles.text}>{how}</p>
        <DataTable label={t('lottery.oddsOf', { name })} heads={['bet', 'chance', 'pays'].map((head) => t(`lottery.${head}`))}>
          {odds.map(({ bet, chance, pays }) => (
            <tr key={bet}>
              <td>{bet}</td>
              <td className={display.number}>{chance}</td>
              <td className={display.number}>{pays}</td>
            </tr>
          ))}
        </DataTable>
        <p className={styles.text}>{stake}</p>
      </div>
      <div className={styles.example}>
        <h4>{t('lottery.example')}</h4>
        <dl>
          {[
            ['exEntry', example.entry],
            ['exBets', example.bets],
            ['exCost', example.cost],
            ['exMost', example.most],
          ].map(([key, value]) => (
            <div key={key}>
              <dt>{t(`lottery.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{t('lottery.exDraw')}</dt>
            <dd>
              <Balls t={t} numbers={example.draw} small />
            </dd>
          </div>
          <div>
            <dt>{t('lottery.exHits')}</dt>
            <dd>{example.hits.length > 0 ? example.hits.map((hit) => <span key={hit}>{hit}</span>) : t('lottery.exNone')}</dd>
          </div>
          <div>
            <dt>{t('lottery.exPaid')}</dt>
            <dd>{example.paid}</dd>
          </div>
        </dl>
        {example.entry.includes('/') ? <p className={styles.text}>{t('lottery.entryNote')}</p> : null}
      </div>
    </div>
  );
}
