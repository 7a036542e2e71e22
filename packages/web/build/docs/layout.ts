export type Entry = { readonly href: string; readonly title: string }
export type SidebarSection = { readonly title: string; readonly entries: readonly Entry[] }
export type SidebarBook = { readonly title: string; readonly sections: readonly SidebarSection[] }

type Page = {
  readonly title: string
  readonly html: string
  /** The way from the page to the root of the site: empty, or `../` for each folder. */
  readonly root: string
  /** The page's own address below that root. */
  readonly address: string
  readonly sidebar: readonly SidebarBook[]
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A page of the site. Every address in it is relative, so that the site works below any path; nothing is inline. */
export const layOut = ({ title, html, root, address, sidebar }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – Polyparse</title>
<link rel="stylesheet" href="${root}site.css">
<script type="module" src="${root}search.js" data-index="${root}search.json"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="${root}index.html">Polyparse</a>
<div class="search" role="search"><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><ol hidden></ol></div></header>
<div class="columns">
<nav aria-label="Pages" tabindex="0"><details><summary>Pages</summary>
${sidebar.map((book) => bookHtml(book, root, address)).join('\n')}
</details></nav>
<main id="content">
${html}
</main>
</div>
</body>
</html>
`

/** A page at the root of the site in the place of one that is elsewhere. */
export const layOutMoved = ({
  address,
  title,
}: {
  readonly address: string
  readonly title: string
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${address}">
<title>${escapeHtml(title)} – Polyparse</title>
</head>
<body>
<p>This page is at <a href="${address}">${escapeHtml(title)}</a>.</p>
</body>
</html>
`

const bookHtml = ({ title, sections }: SidebarBook, root: string, address: string): string =>
  `<h2>${escapeHtml(title)}</h2>\n${sections.map((section) => sectionHtml(section, root, address)).join('\n')}`

const sectionHtml = ({ title, entries }: SidebarSection, root: string, address: string): string => {
  const items = entries.map(
    (entry) =>
      `<li><a href="${root}${entry.href}"${entry.href === address ? ' aria-current="page"' : ''}>${escapeHtml(entry.title)}</a></li>`,
  )
  return `<h3>${escapeHtml(title)}</h3>\n<ul>${items.join('')}</ul>`
}
