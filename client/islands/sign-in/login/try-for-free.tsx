import { entryHref } from '../../../page/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import overlays from '../../../ui/overlays.module.css';
import { FreePlay, type FreePlayProps } from './free-play.tsx';

/** For visitors: free play needs a trial account, which is created here. */
export function TryForFree({ begin, ...entry }: FreePlayProps) {
  const { t, next } = entry;
  return (
    <>
      <p>{t('header.freePlayText')}</p>
      <FreePlay {...entry} begin={begin} />
      <div className={overlays.footer}>
        <ButtonLink variant="ghost" href={entryHref('login', next)} data-modal="login">
          {t('header.login')}
        </ButtonLink>
      </div>
    </>
  );
}
