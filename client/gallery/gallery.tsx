import { type ReactNode, useState } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';
import { currencyView } from '../../shared/money/amount-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink, type ButtonVariant } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { GameTile, gameGridClass } from '../ui/game-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { Image } from '../ui/image.tsx';
import { MenuLink } from '../ui/menu-link.tsx';
import { Money } from '../ui/money.tsx';
import { MoreDetails } from '../ui/more-details.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Prose } from '../ui/prose.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { FileInput } from '../ui/upload/file-input.tsx';
import { ImagePicker } from '../ui/upload/image-picker.tsx';
import styles from './gallery.module.css';
import { BANNER, GAMES, PROSE } from './samples.ts';
import { t } from './texts.ts';

const THEMES = ['dark', 'light'] as const;
const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'outline', 'danger'];
const DOLLARS = currencyView('USD');
const ICONS = ['home', 'wallet', 'gift', 'user', 'search', 'bell', 'shield-check', 'clock', 'star', 'trash'];

/** Every component of `client/ui` in its states, in both themes side by side (`tests/e2e/gallery.test.ts` compares the list). */
export function Gallery() {
  return (
    <div className={styles.themes}>
      {THEMES.map((theme) => (
        <section key={theme} className={styles.theme} data-theme={theme} aria-label={`${theme} theme`}>
          <h1>UI components, {theme}</h1>
          <Controls />
          <Forms theme={theme} />
          <Content />
          <Lists theme={theme} />
        </section>
      ))}
    </div>
  );
}

interface SampleProps {
  readonly name: string;
  /** Next to each other, in their own widths, instead of one below the other. */
  readonly row?: boolean;
  readonly children: ReactNode;
}

function Sample({ name, row, children }: SampleProps) {
  return (
    <section className={styles.sample}>
      <h2>{name}</h2>
      {row ? <div className={styles.row}>{children}</div> : children}
    </section>
  );
}

function Controls() {
  return (
    <>
      <Sample name="Button">
        {VARIANTS.map((variant) => (
          <div key={variant} className={styles.row}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} icon="plus">
              with an icon
            </Button>
            <Button variant={variant} dense>
              dense
            </Button>
            <Button variant={variant} busy>
              busy
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} icon="settings" iconOnly>
              only an icon
            </Button>
          </div>
        ))}
        <Button variant="primary" wide>
          wide
        </Button>
      </Sample>
      <Sample name="ButtonLink" row>
        <ButtonLink href="#button-link" icon="arrow-right">
          A link that looks like a button
        </ButtonLink>
      </Sample>
      <Sample name="CopyButton" row>
        <CopyButton t={t} text="copied text" />
      </Sample>
      <Sample name="Icon" row>
        {ICONS.map((name) => (
          <Icon key={name} name={name} />
        ))}
        <Icon name="check" small />
      </Sample>
      <Sample name="MenuLink" row>
        <MenuLink entry={{ icon: 'gift', label: 'A menu entry', href: '#menu-link' }} />
      </Sample>
      <DialogSample />
    </>
  );
}

/** A modal dialog leaves its place, so it takes the theme of the document. */
function DialogSample() {
  const [open, setOpen] = useState(false);
  return (
    <Sample name="Dialog" row>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Dialog t={t} title="A dialog" open={open} onClose={() => setOpen(false)}>
        <p>Escape, the button and a press outside close it.</p>
        <Button variant="primary" onClick={() => setOpen(false)}>
          Done
        </Button>
      </Dialog>
    </Sample>
  );
}

function Forms({ theme }: { readonly theme: string }) {
  return (
    <>
      <Sample name="Field">
        <Field error={undefined} name={`${theme}-plain`} label="Label" placeholder="Placeholder" />
        <Field error={undefined} name={`${theme}-hint`} label="With a hint" hint="4 to 20 letters and digits." optional="(optional)" />
        <Field name={`${theme}-error`} label="With an error" defaultValue="a" error="At least 4 characters." />
        <Field error={undefined} name={`${theme}-disabled`} label="Disabled" defaultValue="Cannot be changed" disabled />
      </Sample>
      <Sample name="PasswordField">
        <PasswordField error={undefined} t={t} name={`${theme}-password`} label="Password" defaultValue="a password" autoComplete="off" />
      </Sample>
      <Sample name="FileInput">
        <FileInput choose="Choose a file" aria-label={`File, ${theme}`} />
        <FileInput choose="Choose a file" chosen="statement.png" aria-label={`Chosen file, ${theme}`} />
      </Sample>
      <Sample name="ImagePicker">
        <ImagePicker
          error={undefined}
          t={t}
          name={`${theme}-images`}
          purpose="feedback"
          label="Pictures"
          optional="(optional)"
          onChange={() => {}}
        />
      </Sample>
      <Sample name="FormMessage">
        <FormMessage text="An error of the whole form." />
        <FormMessage kind="info" text="Something to know first." />
        <FormMessage kind="done" text="It is done." />
      </Sample>
    </>
  );
}

function Content() {
  return (
    <>
      <Sample name="Banner">
        <Banner banner={BANNER} />
        <Banner banner={BANNER} small />
      </Sample>
      <Sample name="EmptyState">
        <EmptyState icon="mail" title="Nothing here yet" text="What would be here, and how it gets here.">
          <ButtonLink href="#empty-state">Next step</ButtonLink>
        </EmptyState>
      </Sample>
      <Sample name="Image">
        <Image src={BANNER.imageUrl} alt="A picture" width={260} height={80} />
      </Sample>
      <Sample name="Prose">
        <Prose html={PROSE} />
      </Sample>
      <Sample name="MoreDetails">
        <MoreDetails t={t}>
          <p>Details for support.</p>
        </MoreDetails>
      </Sample>
      <Sample name="QrCode" row>
        <QrCode text="https://example.com/invite" label="QR code of an address" />
      </Sample>
    </>
  );
}

function Lists({ theme }: { readonly theme: string }) {
  // Both themes are on one page, where each navigation needs its own name.
  const named: Translate = (key, parameters) => (key === 'common.pages' ? `${t(key)}, ${theme}` : t(key, parameters));
  return (
    <>
      <Sample name="GameTile">
        <div className={gameGridClass}>
          {GAMES.map((game) => (
            <GameTile key={game.gameId} game={game} t={t} />
          ))}
        </div>
      </Sample>
      <Sample name="Money" row>
        <Money amount="1234567.8900" currency={DOLLARS} />
        <Money amount="12.5000" currency={DOLLARS} signed />
        <Money amount="-12.5000" currency={DOLLARS} signed />
      </Sample>
      <Sample name="Pagination">
        <Pagination t={named} page={4} pages={9} href={(page) => `#page-${page}`} />
      </Sample>
      <Sample name="ProgressBar">
        <ProgressBar percent={40} label="Goal" />
        <ProgressBar percent={100} label="Limit" isLimit />
      </Sample>
    </>
  );
}
