import { type FormEvent, useState } from 'react';
import type { Theme } from '../../../shared/constants.ts';
import { PATHS } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import type { ThemeToggleProps } from './props.ts';

/** Changes the theme immediately and saves it on the server. Without script the form does both. */
export default function ThemeToggle({ t, theme: initial, here }: ThemeToggleProps & IslandContext) {
  const [theme, setTheme] = useState<Theme>(initial);
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new URLSearchParams({ theme: other, back: here });
    fetch(PATHS.preferences, { method: 'POST', body, redirect: 'manual' }).then(
      () => {
        document.documentElement.dataset.theme = other;
        setTheme(other);
      },
      () => form.submit(),
    );
  };
  return (
    <form method="post" action={PATHS.preferences} onSubmit={change}>
      <input type="hidden" name="back" value={here} />
      <input type="hidden" name="theme" value={other} />
      <Button type="submit" variant="ghost" iconOnly icon={theme === 'dark' ? 'sun' : 'moon'}>
        {t(theme === 'dark' ? 'header.toLight' : 'header.toDark')}
      </Button>
    </form>
  );
}
