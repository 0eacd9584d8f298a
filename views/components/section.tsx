import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly more?: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

/** A titled part of a page, with a link to all of its content. */
export function Section({ id, title, more, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {more ? (
          <a className={styles.more} href={more.href} aria-label={`${more.label}: ${title}`}>
            {more.label}
          </a>
        ) : null}
      </header>
      {children}
    </section>
  );
}

interface PageTitleProps {
  readonly title: string;
  readonly text?: string;
  /** Close link of the page, in its corner at every width. */
  readonly close?: ReactNode;
  readonly children?: ReactNode;
}

/** The only heading of a page, with a subtitle. */
export function PageTitle({ title, text, close, children }: PageTitleProps) {
  return (
    <header className={styles.page} data-closable={close ? '' : undefined}>
      <div>
        <h1 className={styles.heading}>{title}</h1>
        {text ? <p className={styles.text}>{text}</p> : null}
      </div>
      {close}
      {children}
    </header>
  );
}
