import { constant, htmlText, markupOf, type Html } from './html.ts'
import { style } from './style/style.ts'

/** Allows nothing but the inline style sheet. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export type ReportPage = {
  readonly title: string
  /** The line below the title. */
  readonly subtitle: string
  readonly links: readonly { readonly href: string; readonly name: string }[]
  readonly content: Html
  readonly madeAt: Date
}

/** A report as one self-contained HTML document. */
export const reportPage = ({ title, subtitle, links, content, madeAt }: ReportPage): string =>
  markupOf(
    htmlText`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="${constant(policy)}" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="referrer" content="no-referrer" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} · Polyparse</title>
          <style>
            ${constant(style)}
          </style>
        </head>
        <body>
          <a class="skip" href="#main">Skip to the report</a>
          <header class="head">
            <p class="brand">Polyparse</p>
            <h1><bdi>${title}</bdi></h1>
            <p>${subtitle}</p>
          </header>
          <nav class="bar" aria-label="Sections">
            <ul>
              ${links.map(({ href, name }) => htmlText`<li><a href="#${href}">${name}</a></li>`)}
            </ul>
          </nav>
          <main id="main">${content}</main>
          <footer class="foot">
            <p>
              Made by Polyparse on <time datetime="${madeAt.toISOString()}">${moment(madeAt)}</time>. This file is
              self-contained: it loads nothing and runs no script.
            </p>
          </footer>
        </body>
      </html> `,
  )

/** `2026-01-31 14:05 UTC` */
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
