import { useEffect, useState } from 'react';
import { followWorker } from '../../page/web-app-worker.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import styles from './install-app.module.css';
import type { InstallAppProps } from './props.ts';

/** Event of browsers that can install a site as an app. Other browsers do not send it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** Button that installs the site as an app, if the browser supports it. Its space is reserved to avoid a layout shift. */
export default function InstallApp({ t, enabled }: InstallAppProps & IslandContext) {
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null);
  const [installed, setInstalled] = useState(false);
  useEffect(() => {
    followWorker(enabled);
    const onPrompt = (event: Event) => {
      event.preventDefault();
      setPrompt(event as InstallPrompt);
    };
    const onInstalled = () => setInstalled(true);
    addEventListener('beforeinstallprompt', onPrompt);
    addEventListener('appinstalled', onInstalled);
    return () => {
      removeEventListener('beforeinstallprompt', onPrompt);
      removeEventListener('appinstalled', onInstalled);
    };
  }, [enabled]);
  const install = async () => {
    await prompt?.prompt();
    const choice = await prompt?.userChoice;
    // The browser allows each prompt once.
    setPrompt(null);
    if (choice?.outcome === 'accepted') setInstalled(true);
  };
  return (
    <div className={styles.place} role="status">
      {installed ? <p>{t('pages.downInstalled')}</p> : null}
      {prompt && !installed ? (
        <Button variant="primary" icon="download" onClick={() => void install()}>
          {t('pages.downInstall')}
        </Button>
      ) : null}
    </div>
  );
}
