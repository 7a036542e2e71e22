import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Document, render } from '@polyparse/document'
import { Compile } from '@polyparse/document/typebox/compile'
import { randomFrom } from '@polyparse/test-support/random'
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { EngineFailure } from '@polyparse/engine'
import { readDocument } from '../src/index.ts'

type Node = DefaultTreeAdapterMap['node']

const unsafe = ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd']
const markup = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
const address = `javascript:${markup.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}`

/** Of each kind of text: what its readers know, with links that are none and markup where names and ids stand. */
const texts: Readonly<Record<string, string>> = {
  'text/markdown': `# a {#x}\n\n[b](<javascript:${markup}>) <a href="${address}" id="x" onclick=x>c</a>[^1]\n\n- d\n  > e\n\n| f | g |\n|---|---|\n| <b onclick=x>h</b> | $i$ |\n\n[^1]: j [^1]\n`,
  'text/html': `<h1 id="${address}">a</h1><p onclick=x><a href="${address}">b</a><a href="#${address}">c</a></p><table><tr><td><ul><li>d</ul><td><table><tr><td>e</table></table><script>f</script><blockquote><p>g<p>h</blockquote>`,
  'application/jats+xml': `<article><body><sec id="${address}"><title>a</title><p><xref rid="${address}">b</xref><ext-link xmlns:l="http://www.w3.org/1999/xlink" l:href="${address}">c</ext-link><fn id="f"><p>d <xref ref-type="fn" rid="f">e</xref></p></fn></p><table-wrap><table><tr><td><list><list-item><p>f</p></list-item></list></td></tr></table></table-wrap></sec></body></article>`,
  'application/docbook+xml': `<article xmlns="http://docbook.org/ns/docbook" xmlns:l="http://www.w3.org/1999/xlink"><title>a</title><para xml:id="${address}"><link l:href="${address}">b</link><link linkend="${address}">c</link><footnote><para>d</para></footnote></para><informaltable><tbody><tr><td><itemizedlist><listitem><para>e</para></listitem></itemizedlist></td></tr></tbody></informaltable></article>`,
  'image/svg+xml': `<svg xmlns="http://www.w3.org/2000/svg"><script>a</script><g id="g"><use href="#g"/><a href="${address}"><text x="1" y="2" onclick="x">b<tspan dy="9">c</tspan></text></a></g><use href="#g"/></svg>`,
  'application/x-tex': `\\documentclass{article}\\newcommand{\\a}[1]{#1, #1}\\begin{document}\\section{b}\\label{x"><script>}\\href{javascript:${markup}}{c}\\footnote{d \\footnote{e}} $f^{2}$\\begin{tabular}{l|r}\\multicolumn{2}{c}{g}\\\\h & i\\\\\\end{tabular}\\begin{enumerate}\\item[k] j\\end{enumerate}\\a{x}\\end{document}`,
  'text/x-rst': `a\n=\n\n\`b <javascript:${markup}>\`_ [1]_ |s| c_\n\n.. [1] d [1]_\n.. |s| replace:: |s|\n.. _c: javascript:${markup}\n.. image:: javascript:x\n\n+---+---+\n| e | f |\n+---+---+\n| g     |\n+---+---+\n\n- h\n\n    i\n`,
  'text/x-org': `#+TITLE: a\n* b\n<<javascript:${markup}>> [[javascript:${markup}][c]] [fn:1]\n\n- d\n  1) e\n\n| f | g |\n|---+---|\n| h | i |\n\n#+BEGIN_QUOTE\nj\n#+END_QUOTE\n\n[fn:1] k [fn:1]\n`,
  'text/x-asciidoc': `= a\n:b: {b}{b}\n\n[[javascript:${markup}]]\nlink:javascript:${markup}[c] <<x,d>> footnote:f[e footnote:f[]] {b}\n\n* g\n+\n--\nh\n--\n\n|===\n|i a|* j\n2+|k\n|===\n`,
  'application/x-ipynb+json': JSON.stringify({
    nbformat: 4,
    metadata: {},
    cells: [
      { cell_type: 'markdown', source: `# a\n\n[b](<javascript:${markup}>)` },
      {
        cell_type: 'code',
        source: ['c\n', 'd'],
        outputs: [{ output_type: 'display_data', data: { 'text/html': `<b onclick=x>${markup}</b>` } }],
      },
    ],
  }),
  'text/vtt': `WEBVTT\n\n00:00.000 --> 00:01.000\n<v ${markup}>a <i>b</i>\n`,
  'text/calendar': `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a${markup}\nURL:javascript:x\nDTSTART:20250303T100000Z\nRRULE:FREQ=SECONDLY\nDESCRIPTION:b\\n\n c\nEND:VEVENT\nEND:VCALENDAR\n`,
  'message/rfc822': `From: a <a@example.com>\nSubject: =?utf-8?q?b?=\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: text/html\n\n<a href="${address}">d</a>\n--c\nContent-Type: message/rfc822\nContent-Disposition: attachment; filename="../${markup.replaceAll('"', '')}"\n\nSubject: e\n\nf\n--c--\n`,
}

const signs = ['<', '>', '"', '\0', '&', '{', '}', '[', ']', '|', '*', '\\', '=', '\n\n', '  ', '#', '-1', '99999999999', '__proto__', ...unsafe] // prettier-ignore

/** The text with a few stretches of it taken out, written elsewhere or again and again, and signs put in. */
const damaged = (text: string, seed: number): string => {
  const random = randomFrom(seed)
  let result = text
  for (let count = random.whole(1, 5); count > 0; count -= 1) {
    const at = random.whole(0, result.length)
    const end = at + random.whole(1, 40)
    const [before, stretch, after] = [result.slice(0, at), result.slice(at, end), result.slice(end)]
    const place = random.whole(0, before.length)
    result = random.pick([
      () => before + after,
      () => before.slice(0, place) + stretch + before.slice(place) + after,
      () => before + stretch.repeat(random.whole(2, 200)) + after,
      () => before + random.pick(signs).repeat(random.chance(0.1) ? 500 : 1) + stretch + after,
    ])()
  }
  return random.chance(0.1) ? result.slice(0, random.whole(1, result.length)) : result
}

/** Attributes that repeat themselves expand to a million characters at most, which take more as Markdown. */
const mostCharacters = 3_000_000

/** What in an HTML fragment could do anything, or leads to what the document does not have. */
const active = (fragment: string, ids: ReadonlySet<string>): string[] => {
  const found: string[] = []
  const walk = (node: Node): void => {
    if (/^(?:script|style|iframe|object|embed|svg|math|form|base|meta|link)$/.test(node.nodeName))
      found.push(node.nodeName)
    for (const { name, value } of 'attrs' in node ? node.attrs : []) {
      const scheme = /^([^/?#]*?):/.exec(value.replaceAll(/[\0- ]/g, ''))?.[1]?.toLowerCase()
      const isAddress = name === 'href' || name === 'src'
      if (isAddress && scheme !== undefined && !['http', 'https', 'mailto'].includes(scheme)) found.push(value)
      if (name.startsWith('on') || name === 'style' || (name === 'id' && !ids.has(value))) found.push(name)
    }
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parse(fragment))
  return found
}

describe('a hostile text', () => {
  const documents = Compile(Document)
  for (const [mediaType, text] of Object.entries(texts))
    it(`of the type ${mediaType} becomes a document whose HTML does nothing, or is refused, however it is damaged`, async () => {
      let read = 0
      for (let seed = 0; seed < 60; seed += 1) {
        const source = seed === 0 ? text : damaged(text, seed)
        try {
          const document = await readDocument(Buffer.from(source), {
            mediaType,
            reader: 'structure',
            attachments: true,
          })
          read += 1
          assert.ok(documents.Check(document), `seed ${seed}`)
          const ids = new Set(document.pages.flatMap((page) => page.blocks.map(({ id }) => id)))
          assert.equal(ids.size, document.pages.flatMap((page) => page.blocks).length, `seed ${seed}`)
          const { html = '', markdown = '' } = await render(document, ['html', 'markdown'])
          assert.deepEqual(active(html, ids), [], `seed ${seed}`)
          assert.ok(markdown.length < mostCharacters, `seed ${seed}`)
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error
        }
      }
      assert.ok(read > 10)
    })
})
