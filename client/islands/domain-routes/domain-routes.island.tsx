import { useCallback, useEffect, useRef, useState } from 'react';
import { PATHS } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import type { DomainRoutesProps, DomainRouteView } from '../notices/props.ts';
import styles from './domain-routes.module.css';
import { fastest, measureRoute } from './measure-route.ts';

/** Undefined while measuring, null if the address did not respond. */
type Measurement = number | null | undefined;

/** Table of addresses with two measurements: the platform's from the server, and this browser's as they arrive. */
export default function DomainRoutes({ t, routes }: DomainRoutesProps & IslandContext) {
  const { measured, live, here, again: measure } = useMeasurements(routes);
  const complete = live && measured.every((milliseconds) => milliseconds !== undefined);
  const best = fastest(complete ? measured : routes.map(({ speed }) => speed));
  const text = (milliseconds: Measurement) =>
    typeof milliseconds === 'number' ? t('play.routesMs', { ms: milliseconds }) : t('play.routesSilent');
  return (
    <>
      <p className={styles.lead}>{t('play.routesText')}</p>
      <ul className={styles.routes} aria-busy={live && !complete}>
        {routes.map(({ url, host, speed }, index) => (
          <li key={url} className={styles.route}>
            <p className={styles.host}>
              <bdi>{host}</bdi>
              {index === best ? (
                <span className={display.badge} data-tone="accent">
                  {t('play.routesFastest')}
                </span>
              ) : null}
            </p>
            <dl className={styles.figures}>
              <div>
                <dt>{t('play.routesPlatform')}</dt>
                <dd>{text(speed)}</dd>
              </div>
              {live ? (
                <div>
                  <dt>{t('play.routesYours')}</dt>
                  <dd>{measured[index] === undefined ? t('play.routesMeasuring') : text(measured[index])}</dd>
                </div>
              ) : null}
            </dl>
            {here === url ? (
              <span className={styles.here}>{t('play.routesHere')}</span>
            ) : (
              <ButtonLink href={url + PATHS.home} rel="noreferrer" aria-label={t('play.routesGo', { host })}>
                {t('play.routesOpen')}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {live ? (
        <Button icon="refresh-cw" disabled={!complete} onClick={measure}>
          {t('play.routesAgain')}
        </Button>
      ) : null}
    </>
  );
}

function useMeasurements(routes: readonly DomainRouteView[]) {
  const [state, setState] = useState<{ measured: readonly Measurement[]; here: string | null }>({ measured: [], here: null });
  const run = useRef(0);
  const measure = useCallback(() => {
    run.current += 1;
    const measured = run.current;
    setState({ measured: routes.map(() => undefined), here: location.origin });
    for (const [index, { url }] of routes.entries())
      void measureRoute(url).then((milliseconds) => {
        if (run.current !== measured) return;
        setState((before) => ({ ...before, measured: before.measured.map((known, at) => (at === index ? milliseconds : known)) }));
      });
  }, [routes]);
  useEffect(() => {
    measure();
    return () => {
      run.current += 1;
    };
  }, [measure]);
  return { measured: state.measured, here: state.here, live: state.here !== null, again: measure };
}
