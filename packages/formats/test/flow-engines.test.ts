import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Document } from '@polyparse/document'
import { defaultRequest, type Engine, type EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { htmlEngine } from '../src/web/html/html-engine.ts'
import { markdownEngine } from '../src/text/markdown/markdown-engine.ts'
import { textEngine } from '../src/text/plain/text-engine.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const reader =
  (engine: Engine, mediaType: string) =>
  (source: string | Uint8Array, asked: Partial<EngineRequest> = {}): Promise<Document> =>
    engine.read(Buffer.from(source), {
      ...defaultRequest,
      mediaType,
      pictures: true,
      ...asked,
    })
const readText = reader(textEngine, 'text/plain')
const readMarkdown = reader(markdownEngine, 'text/markdown')
const readHtml = reader(htmlEngine, 'text/html')

const blocks = ({ pages }: Document): readonly Block[] => pages[0]?.blocks ?? []
const texts = (document: Document) => blocks(document).map(({ text }) => text)
const outlineOf = (document: Document) =>
  blocks(document).map(({ type, level, marker, text }) => [type, level ?? marker ?? '', text])
const rowsOf = ({ tables: [table] }: Document) =>
  Array.from({ length: table?.rowCount ?? 0 }, (_, row) =>
    table?.cells.filter((cell) => cell.row === row).map(({ text }) => text),
  )

const bytes = (...parts: readonly (Buffer | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))

describe('formats without layout', () => {
  for (const [name, read] of Object.entries({ text: readText, markdown: readMarkdown, html: readHtml })) {
    it(`${name} has one page without sizes and boxes`, async () => {
      const document = await read('A paragraph')
      assert.equal(document.metadata.documentPageCount, 1)
      const [page] = document.pages
      assert.deepEqual([page?.number, page?.width, page?.height, page?.blocks[0]?.bbox], [1, null, null, null])
    })

    it(`${name} honours the selection of pages`, async () => {
      assert.deepEqual(
        (await read('A paragraph', { pages: [1, 4] })).warnings.map(({ code, page }) => [code, page]),
        [['page_out_of_range', 4]],
      )
      await assert.rejects(
        read('A paragraph', { pages: [2] }),
        (error) => error instanceof EngineFailure && error.code === 'page_out_of_range',
      )
    })

    it(`${name} fails on a document without bytes`, async () => {
      await assert.rejects(read('\n \n'), (error) => error instanceof EngineFailure && error.code === 'document_empty')
    })

    it(`${name} survives deep nesting`, async () => {
      const deep = { text: ' '.repeat(1e5), markdown: '> '.repeat(3000), html: '<div><ul><li>'.repeat(30_000) }
      await read(`A start\n\n${deep[name === 'html' ? 'html' : name === 'markdown' ? 'markdown' : 'text']} end`)
    })
  }
})

describe('plain text', () => {
  it('is divided at blank lines and keeps its line breaks', async () => {
    assert.deepEqual(texts(await readText('one\r\ntwo  \r\n\r\n \r\nthree\n')), ['one\ntwo', 'three'])
  })

  it('may have millions of blank lines', async () => {
    const { pages } = await readText(`One.${'\n'.repeat(6_000_000)}Two.`)
    assert.deepEqual(
      pages[0]?.blocks.map(({ text }) => text),
      ['One.', 'Two.'],
    )
  })

  it('is read in the encoding that its bytes show', async () => {
    const utf16be = Buffer.from('Grüße aus Köln', 'utf16le').swap16()
    const samples = [
      Buffer.from('Grüße aus Köln'),
      bytes(0xef, 0xbb, 0xbf, Buffer.from('Grüße aus Köln')),
      bytes(0xff, 0xfe, Buffer.from('Grüße aus Köln', 'utf16le')),
      bytes(0xfe, 0xff, utf16be),
      Buffer.from('Grüße aus Köln', 'utf16le'),
      utf16be,
      Buffer.from('Grüße aus Köln', 'latin1'),
    ]
    for (const sample of samples) assert.deepEqual(texts(await readText(sample)), ['Grüße aus Köln'])
    assert.deepEqual(texts(await readText(bytes(Buffer.from('10 '), 0x80))), ['10 €'])
  })
})

describe('Markdown', () => {
  it('becomes headings, paragraphs, nested lists and code', async () => {
    const source = '# Title\n\nOne\ntwo.\n\n- a\n  1. b\n  2. c\n- [x] d\n\n```js\n  x()\n```\n\n> said\n'
    assert.deepEqual(outlineOf(await readMarkdown(source)), [
      ['heading', 1, 'Title'],
      ['paragraph', '', 'One two.'],
      ['list_item', 1, 'a'],
      ['list_item', 2, 'b'],
      ['list_item', 2, 'c'],
      ['list_item', 1, '[x] d'],
      ['code', '', '  x()'],
      ['quote', '', 'said'],
    ])
  })

  it('keeps in an item what belongs to it', async () => {
    const [item, inner, next] = blocks(await readMarkdown('1. One\n\n   Two\n\n   ```\n   x()\n   ```\n   - a\n2. b\n'))
    assert.deepEqual(
      item?.blocks?.map(({ type, text }) => [type, text]),
      [
        ['paragraph', 'One'],
        ['paragraph', 'Two'],
        ['code', 'x()'],
      ],
    )
    assert.equal(item?.text, 'One\nTwo\nx()')
    assert.deepEqual([inner?.type, inner?.level, next?.marker], ['list_item', 2, '2.'])
  })

  it('has its footnotes at the end, in the order of their references, each once', async () => {
    const source = 'A[^late] b[^x]. Again[^late].\n\n[^x]: X.\n[^late]: L[^late].\n\n    Two.\n[^unused]: U.\n'
    const [text, ...notes] = blocks(await readMarkdown(source))
    assert.equal(text?.text, 'A1 b2. Again1.')
    assert.deepEqual(
      notes.map(({ type, text: own }) => [type, own]),
      [
        ['footnote', '1 L.\nTwo.'],
        ['footnote', '2 X.'],
        ['footnote', '3 U.'],
      ],
    )
    assert.equal(text?.runs?.[1]?.href, `#${notes[0]?.id}`)
  })

  it('keeps styles and links in cells, and what is struck out', async () => {
    const document = await readMarkdown('| a |\n| - |\n| ~~old~~ [b](https://c.example) |\n')
    assert.deepEqual(document.tables[0]?.cells[1]?.runs, [
      { text: 'old', strikethrough: true },
      { text: ' ' },
      { text: 'b', href: 'https://c.example' },
    ])
  })

  it('keeps styles and links as runs', async () => {
    const [block] = blocks(await readMarkdown('A **b** `c` [d *e*](https://f.example) ![g](h.png)\n'))
    assert.equal(block?.text, 'A b c d e g')
    assert.deepEqual(block?.runs, [
      { text: 'A ' },
      { text: 'b', bold: true },
      { text: ' ' },
      { text: 'c', code: true },
      { text: ' ' },
      { text: 'd ', href: 'https://f.example' },
      { text: 'e', italic: true, href: 'https://f.example' },
      { text: ' g' },
    ])
  })

  it('keeps tables, with their first row as header', async () => {
    const document = await readMarkdown('| a | b |\n| - | - |\n| 1 | **2** |\n')
    assert.deepEqual(rowsOf(document), [
      ['a', 'b'],
      ['1', '2'],
    ])
    assert.deepEqual(
      document.tables[0]?.cells.map(({ header }) => header),
      [true, true, false, false],
    )
    assert.equal(blocks(document)[0]?.table, document.tables[0]?.id)
  })

  it('takes its title from front matter or the first heading', async () => {
    const { metadata } = await readMarkdown('---\ntitle: "A title"\nauthor: Ada\ntags: [a]\n---\n# Another\n')
    assert.deepEqual([metadata.title, metadata.author, metadata.keywords], ['A title', 'Ada', 'a'])
    const lists = await readMarkdown('---\nauthor:\n  - Ada\n  - "Bob"\ndate: 2025-01-02\ntext: |\n  more\n---\nText')
    assert.deepEqual([lists.metadata.author, lists.metadata.createdAt], ['Ada, Bob', '2025-01-02T00:00:00.000Z'])
    const toml = await readMarkdown('+++\ntitle = "T"\n+++\nText')
    assert.deepEqual([toml.metadata.title, texts(toml)], ['T', ['Text']])
    assert.equal((await readMarkdown('text\n\n# Another')).metadata.title, 'Another')
  })
})

describe('HTML', () => {
  it('becomes headings, paragraphs, nested lists and code', async () => {
    const source = `<h1>Title</h1> loose <b>text</b><p>One
      two.<br>three</p><ul><li>a<ol start=3><li>b</li><li>c</ol></li><li><p>d</p><p>e</p></ul><pre>
  x()
</pre><figure><img alt="a lake"><figcaption>Fig. 1</figcaption></figure>`
    assert.deepEqual(outlineOf(await readHtml(source)), [
      ['heading', 1, 'Title'],
      ['paragraph', '', 'loose text'],
      ['paragraph', '', 'One two.\nthree'],
      ['list_item', 1, 'a'],
      ['list_item', 2, 'b'],
      ['list_item', 2, 'c'],
      ['list_item', 1, 'd\ne'],
      ['code', '', '  x()'],
      ['paragraph', '', 'a lake'],
      ['caption', '', 'Fig. 1'],
    ])
  })

  it('drops what is not visible', async () => {
    const source =
      '<p>seen</p><script>no()</script><style>p{}</style><p hidden>no</p><div style="DISPLAY : none">no</div><template>no</template>'
    assert.deepEqual(texts(await readHtml(source)), ['seen'])
  })

  it('keeps styles and links as runs, but no script links', async () => {
    const [block] = blocks(
      await readHtml(
        '<p><a href="/x"><em>a</em></a> <a href=" java\nscript:b()">b</a> 2<sup>3</sup> H<sub>2</sub>O</p>',
      ),
    )
    assert.deepEqual(block?.runs, [
      { text: 'a', italic: true, href: '/x' },
      { text: ' b 2' },
      { text: '3', superscript: true },
      { text: ' H' },
      { text: '2', subscript: true },
      { text: 'O' },
    ])
  })

  it('keeps the spans of tables within their limits', async () => {
    const document = await readHtml(
      '<table><caption>Cap</caption><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d<tr><td colspan=99999999>e</table>',
    )
    const [table] = document.tables
    assert.equal(table?.caption, 'Cap')
    assert.deepEqual(
      table?.cells.map(({ text, row, column, rowSpan, columnSpan, header }) => [
        text,
        row,
        column,
        rowSpan,
        columnSpan,
        header,
      ]),
      [
        ['a', 0, 0, 2, 1, true],
        ['b', 0, 1, 1, 2, true],
        ['c', 1, 1, 1, 1, false],
        ['d', 1, 2, 1, 1, false],
        ['e', 2, 0, 1, 1000, false],
      ],
    )
  })

  it('takes its metadata from the head', async () => {
    const { metadata } = await readHtml(
      '<html lang=de><head><title> A\n title </title><meta name=Author content=Ada><meta name=description content=D></head><body>x',
    )
    assert.deepEqual(metadata, {
      mimeType: 'text/html',
      documentPageCount: 1,
      title: 'A title',
      author: 'Ada',
      subject: 'D',
      language: 'de',
    })
  })

  it('is read in the encoding that it declares', async () => {
    const source = Buffer.from('<meta charset="iso-8859-2"><p>\xb1</p>', 'latin1')
    assert.deepEqual(texts(await readHtml(source)), ['ą'])
  })

  it('is read in the encoding that it declares late, behind scripts and comments that name others', async () => {
    const before = `<!-- <meta charset="big5"> --><script>${'x'.repeat(3000)}'<meta charset="gbk">'</script>`
    const meta = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">'
    assert.deepEqual(texts(await readHtml(Buffer.from(`${before}${meta}<p>\xb1</p>`, 'latin1'))), ['ą'])
  })

  it('is read in the encoding of its XML declaration', async () => {
    const source = '<?xml version="1.0" encoding="iso-8859-2"?><html><body><p>\xb1</p></body></html>'
    assert.deepEqual(texts(await readHtml(Buffer.from(source, 'latin1'))), ['ą'])
  })

  it('is read in a moment however many comments do not end', async () => {
    await withinCpu(5000, () => readHtml(`<p>a</p>${'<!-- <meta '.repeat(200_000)}`))
  })

  it('has the numbers of its lists as they are shown', async () => {
    const source =
      '<ol start="0"><li>a<li>b<li value="7">c<li>d</ol><ol type="I" start="4"><li>e<li>f</ol><ol reversed><li>g<li>h</ol>'
    assert.deepEqual(
      blocks(await readHtml(source)).map(({ marker }) => marker),
      ['0.', '1.', '7.', '8.', 'IV.', 'V.', '2.', '1.'],
    )
  })

  it('has readings above characters as such', async () => {
    const [block] = blocks(await readHtml('<p>a<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>b</p>'))
    assert.equal(block?.text, 'a漢字b')
    assert.deepEqual(block?.runs, [
      { text: 'a' },
      { text: '漢', ruby: 'かん' },
      { text: '字', ruby: 'じ' },
      { text: 'b' },
    ])
  })
})
