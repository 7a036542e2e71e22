import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown, type TextRun } from '@polyparse/document'
import { html } from '@polyparse/document/html'
import { maxCells, maxColumns } from '../src/flow/flow.ts'
import { placeFlowCells } from '../src/flow/place-cells.ts'
import { htmlEngine } from '../src/web/html/html-engine.ts'
import { blocksOf, blockOutline, reader, rowsOf, codesOfWarnings } from '@polyparse/test-support/reading'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const read = reader(htmlEngine, 'text/html')
const asMarkdown = async (source: string): Promise<string> => markdown(await read(source))
const runsOf = async (source: string): Promise<readonly TextRun[]> => blocksOf(await read(source))[0]?.runs ?? []

describe('lists and quotes of HTML', () => {
  it('hold the paragraphs, code and tables that are in them', async () => {
    assert.equal(
      await asMarkdown('<ol><li><p>One</p><pre>x()</pre><ul><li>in</li></ul></li><li>Two</li></ol>'),
      '1. One\n\n   ```\n   x()\n   ```\n\n   - in\n2. Two',
    )
    assert.equal(
      await asMarkdown('<blockquote><p>First.</p><ul><li>one</li></ul></blockquote><p>After.</p>'),
      '> First.\n>\n> - one\n\nAfter.',
    )
  })

  it('have the kind and the number that they are counted with', async () => {
    const source =
      '<ol type=a start=3><li>c</ol><ol style="list-style-type: upper-roman"><li value=4>d</ol><ol><li>e</ol>'
    assert.deepEqual(
      blocksOf(await read(source)).map(({ marker, numbering }) => [marker, numbering?.style, numbering?.value]),
      [
        ['c.', 'lower_letter', 3],
        ['IV.', 'upper_roman', 4],
        ['1.', 'decimal', 1],
      ],
    )
  })

  it('are parts of the page where their items have headings, or only pictures', async () => {
    const source = '<ul><li><h2>News</h2><p>Text.</p></li></ul><ul><li><img alt="a lake"></li></ul>'
    assert.deepEqual(blockOutline(await read(source)), [
      ['heading', 2, 'News'],
      ['paragraph', 'Text.'],
      ['list_item', 1, '•', 'a lake'],
    ])
  })

  it('keep what stands between their items, as it is: text, links, tables, lists of their own', async () => {
    assert.equal(
      await asMarkdown('<ol><li>One</li>(but <a href="/why">not</a> always)<li>Two</li><ul><li>in</li></ul></ol>'),
      '1. One\n\n(but [not](/why) always)\n\n2. Two\n   - in',
    )
    assert.equal(
      await asMarkdown('<ul><table><tr><th>a<th>b<tr><td>1<td>2</table><script>x</script><p hidden>no</p></ul>'),
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    )
    assert.equal(
      await asMarkdown('<dl>See <b>below</b><dt>A<dd>first<ul><li>in</li></ul></dl>'),
      'See **below**\n\nA\n\nfirst\n\n- in',
    )
  })

  it('of terms hold their descriptions', async () => {
    assert.equal(
      await asMarkdown('<dl><dt>Lake</dt><dd>Still water.</dd><dt>River</dt><dt>Stream</dt><dd>Not still.</dd></dl>'),
      '- Lake\n\n  Still water.\n- River\n\n  Stream\n\n  Not still.',
    )
  })
})

describe('highlighted text of HTML', () => {
  it('has its colour, and is highlighted again where it is written as HTML', async () => {
    const source =
      '<p>Pay <mark>soon</mark>, <mark style="background-color: #66ff33">or</mark> <span style="background-color:#f0f0f0">never</span></p>'
    const document = await read(source)
    assert.deepEqual(blocksOf(document)[0]?.runs, [
      { text: 'Pay ' },
      { text: 'soon', highlight: '#ffff00' },
      { text: ', ' },
      { text: 'or', highlight: '#66ff33' },
      { text: ' never' },
    ])
    assert.match(html(document), /<mark style="background-color: #66ff33">or<\/mark>/)
    assert.equal(markdown(document), 'Pay soon, or never')
  })
})

describe('struck text of HTML', () => {
  const struck = 'style="text-decoration: line-through"'
  const struckIn = async (html: string): Promise<string[]> => {
    const { pages, tables } = await read(html)
    const runs = [...pages.flatMap(({ blocks }) => blocks), ...tables.flatMap(({ cells }) => cells)].flatMap(
      (holder) => holder.runs ?? [],
    )
    return runs.flatMap(({ text, strikethrough }) => (strikethrough === true ? [text] : []))
  }

  it('includes paragraphs, items, divisions and whole lists that are struck out by their style', async () => {
    const html = `<p ${struck}>a</p><p>valid</p><ul><li ${struck}>b</li><li>valid</li></ul><ol ${struck}><li>c</li></ol>
      <dl><dt>valid</dt><dd>valid</dd></dl><div ${struck}><p>d</p></div><h2 ${struck}>e</h2>`
    assert.deepEqual(await struckIn(html), ['a', 'b', 'c', 'd', 'e'])
  })

  it('includes cells, rows, groups of rows and whole tables', async () => {
    const table = (rows: string): string => `<table><tr><th>A</th><th>B</th></tr>${rows}</table>`
    const rows = `<tr><td ${struck}>120</td><td>150</td></tr><tr ${struck}><td>1</td><td>2</td></tr>`
    assert.deepEqual(await struckIn(table(rows)), ['120', '1', '2'])
    assert.deepEqual(await struckIn(table('<tbody class="x"><tr><td>3</td><td>4</td></tr></tbody>')), [])
    assert.deepEqual(await struckIn(table(`<tbody ${struck}><tr><td>3</td><td>4</td></tr></tbody>`)), ['3', '4'])
    assert.deepEqual(await struckIn(`<del>${table('<tr><td>5</td><td>6</td></tr>')}</del>`), ['A', 'B', '5', '6'])
  })

  it('includes text of a class that the style sheet strikes out, as in pages that word processors export', async () => {
    const sheet =
      '<style>p{margin:0}/* old */.c3, span.c4{color:red;text-decoration:line-through}.c5 .c6{text-decoration:line-through}</style>'
    const body =
      '<p><span class="c1 c3">a</span> valid <span class="c4">b</span></p><p class="c6">valid</p><p class="c3">c</p>'
    assert.deepEqual(await struckIn(`<html><head>${sheet}</head><body>${body}</body></html>`), ['a', 'b', 'c'])
  })
})

it('an endless style of HTML costs the time of one look at it', async () => {
  const style = 'text-decoration'.repeat(70_000)
  await withinCpu(5000, () => read(`<style>.a{${style}}</style><p class="a" style="${style}">a</p>`))
})

describe('cells of HTML', () => {
  it('keep links, styles, lists and pictures', async () => {
    const document = await read(
      '<table><tr><th><b>Name</b></th><th>More</th></tr><tr><td><a href="https://a.example/x#y">A</a> <s>old</s></td><td>so:<ul><li>one</li></ul></td></tr></table>',
    )
    const [name, , link, list] = document.tables[0]?.cells ?? []
    assert.equal(name?.runs, undefined)
    assert.deepEqual(link?.runs, [
      { text: 'A', href: 'https://a.example/x#y' },
      { text: ' ' },
      { text: 'old', strikethrough: true },
    ])
    assert.deepEqual(
      list?.blocks?.map(({ type, text }) => [type, text]),
      [
        ['paragraph', 'so:'],
        ['list_item', 'one'],
      ],
    )
    assert.equal(list?.text, 'so:\n• one')
  })

  it('may be data with a table in it, which does not dissolve', async () => {
    const inner = '<table><tr><td>1</td><td>2</td></tr></table>'
    const headed = await read(`<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td>${inner}</td></tr></table>`)
    assert.deepEqual(rowsOf(headed), [
      ['A', 'B'],
      ['x', '1\t2'],
    ])
    assert.equal(headed.tables.length, 2)
    const drawn = await read(
      `<table border=1><tr><td>a</td><td>b</td></tr><tr><td>x</td><td>${inner}</td></tr></table>`,
    )
    assert.equal(drawn.tables[0]?.rowCount, 2)
  })

  it('may be data that is drawn as a grid by a style', async () => {
    const table = (style: string): string =>
      `<table ${style}><tr><td>a</td><td>b</td></tr><tr><td>x</td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>`
    const isData = async (html: string): Promise<boolean> => (await read(html)).tables[0]?.cells[0]?.text === 'a'
    for (const sheet of [
      'table, th, td { border: 1px solid black }',
      'p { margin: 0 } table tr > td { border-style: dotted }',
    ])
      assert.ok(await isData(`<style>${sheet}</style>${table('')}`), sheet)
    assert.ok(await isData(table('style="color: red; border: thin solid"')))
    for (const sheet of [
      'td { border: 0 solid }',
      'td { border: none }',
      '.data td { border: 1px solid }',
      'td.x { border: 1px solid }',
    ])
      assert.ok(!(await isData(`<style>${sheet}</style>${table('')}`)), sheet)
  })

  it('of a table that only arranges content are parts of the page, whatever the tables in them have', async () => {
    const data = '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>'
    const document = await read(`<table><tr><td>Menu</td><td><h1>Title</h1>${data}</td></tr></table>`)
    assert.deepEqual(
      blocksOf(document).map(({ type }) => type),
      ['paragraph', 'heading', 'table'],
    )
  })

  it('are read in a moment however deep tables stand in each other', async () => {
    const source = `${'<table><tr><th>A<td>'.repeat(60)}${'word '.repeat(20_000)}`
    const document = await withinCpu(5000, () => read(source))
    assert.match(markdown(document), /word/)
  })
})

describe('text of HTML', () => {
  it('is struck out, underlined, and styled by its own style', async () => {
    assert.deepEqual(
      await runsOf(
        '<p><del>a</del> <ins>b</ins> <span style="font-weight:700;font-style:italic">c</span> <b style="font-weight:normal">d</b></p>',
      ),
      [
        { text: 'a', strikethrough: true },
        { text: ' ' },
        { text: 'b', underline: true },
        { text: ' ' },
        { text: 'c', bold: true, italic: true },
        { text: ' d' },
      ],
    )
  })

  it('is one paragraph around what says something of the page, and around pictures of several sizes', async () => {
    assert.equal(
      await asMarkdown('<p>a <link rel=x><meta itemprop=y> b <picture><source><img alt=c></picture> d</p>'),
      'a b c d',
    )
  })

  it('has formulas as LaTeX, once where a script has drawn them too', async () => {
    const formula =
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>'
    assert.equal(
      await asMarkdown(
        `<p>Here <span class="katex"><span class="katex-mathml">${formula}</span><span class="katex-html" aria-hidden="true">x2</span></span> is.</p>`,
      ),
      'Here $x^2$ is.',
    )
    assert.equal(await asMarkdown(`<p>${formula}${formula}</p>`), '$x^2$ $x^2$')
    assert.equal(await asMarkdown(formula.replace('<math>', '<math display="block">')), '```math\nx^2\n```')
  })

  it('keeps what is written in a drawing, such as the labels of a chart, and nothing that it hides', async () => {
    const document = await read(
      '<p>Sales <svg style="display:none"><text>sprite</text></svg>of the year <svg><defs><text>never</text></defs><g transform="translate(9 9)"><text y="40">Jan</text><text y="10">1,200</text></g><foreignObject y="60"><div>in <b>thousands</b></div></foreignObject></svg>rose.</p>',
    )
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'Sales of the year rose.'],
      ['paragraph', '1,200\nJan\nin thousands'],
    ])
  })

  it('links to places of the page, by `id` or `name`', async () => {
    assert.equal(
      await asMarkdown(
        '<p><a href="#caf%C3%A9">Go</a> <a href="#b">on</a></p><h2 id="café">Café</h2><p>x<a name=b></a>y</p>',
      ),
      '[Go](#café) [on](#p1-b3)\n\n## Café\n\n<a id="p1-b3"></a>xy',
    )
  })

  it('has what is entered, chosen and ticked in forms', async () => {
    assert.equal(
      await asMarkdown(
        '<p>Name <input value="Ada"><input type=hidden value=h><input type=password value=p></p><p>Country <select><option>A<option selected>B</select></p><p><input type=checkbox checked>yes <input type=checkbox>no</p><p><textarea>note</textarea></p>',
      ),
      'Name Ada\n\nCountry B\n\n☑ yes ☐ no\n\nnote',
    )
  })
})

describe('footnotes of HTML', () => {
  const expected = 'Text[^1].\n\nMore[^2].\n\n[^1]: The _first_.\n\n[^2]: The second.\n\n    With more.'
  const notes = (item: (number: number, name: string, content: string) => string): string =>
    item(1, 'fn1', '<p>The <em>first</em>.BACK1</p>') + item(2, 'fn2', '<p>The second.</p><p>With more.BACK2</p>')

  it('are those of Pandoc and GitHub', async () => {
    const reference = (number: number): string =>
      `<a href="#fn${number}" class="footnote-ref" id="fnref${number}" role="doc-noteref"><sup>${number}</sup></a>`
    const items = notes((_, name, content) => `<li id="${name}">${content}</li>`).replaceAll(
      /BACK(\d)/g,
      '<a href="#fnref$1" role="doc-backlink">↩︎</a>',
    )
    assert.equal(
      await asMarkdown(
        `<p>Text${reference(1)}.</p><p>More${reference(2)}.</p><section role="doc-endnotes" class="footnotes"><h2>Footnotes</h2><hr><ol>${items}</ol></section>`,
      ),
      expected,
    )
  })

  it('are raised numbers that lead to notes and back', async () => {
    const reference = (number: number): string => `<sup id="r${number}"><a href="#fn${number}">[${number}]</a></sup>`
    const items = notes((number, name, content) =>
      `<div id="${name}">${content.replace('<p>', `<p><sup><a href="#r${number}">[${number}]</a></sup> `)}</div>`.replaceAll(
        /BACK\d/g,
        '',
      ),
    )
    assert.equal(await asMarkdown(`<p>Text${reference(1)}.</p><p>More${reference(2)}.</p>${items}`), expected)
  })

  it('keep the links in them that say more than their mark, though these lead to the text', async () => {
    assert.equal(
      await asMarkdown(
        '<p id="line20">Stony rubbish<a href="#n1" role="doc-noteref">*</a></p><div id="n1"><p><a href="#line20">Line 20.</a> Cf. Ezekiel. <a href="#line20">*</a></p></div>',
      ),
      '<a id="p1-b1"></a>Stony rubbish[^1]\n\n[^1]: [Line 20.](#p1-b1) Cf. Ezekiel.',
    )
  })

  it('are no links of other kinds', async () => {
    assert.match(
      await asMarkdown('<p>See<sup><a href="#cite_note-1">1</a></sup></p><ol><li id="cite_note-1">A book</ol>'),
      /\n\n1\. .*A book$/,
    )
  })
})

describe('a table of markup', () => {
  it('is no table where it is drawn without a grid around the parts of a page, or is empty', async () => {
    const bare = '<table border=0 cellpadding=0 cellspacing=0>'
    assert.equal(
      await asMarkdown(`${bare}<tr><td><h1>News</h1><td>Text.<tr><td>More</table><table><tr><td> <td></table>`),
      '# News\n\nText.\n\nMore',
    )
    assert.equal(await asMarkdown(`${bare}<tr><td>Menu<td>Search</table>`), 'Menu\n\nSearch')
    const data = '<tr><td>Total<td>12<tr><td>Paid<td>10</table>'
    assert.match(await asMarkdown(bare + data), /\| Total \| 12 \|/)
    assert.match(await asMarkdown(`<table border=1 cellpadding=0>${data}`), /\| Total \| 12 \|/)
  })

  it('keeps all of its rows, however many', async () => {
    const row = '<tr><td>a</td><td>b</td></tr>'
    assert.equal(rowsOf(await read(`<table>${row.repeat(25_000)}</table>`)).length, 25_000)
  })

  it('is cut with a warning where it has more cells or columns than are read', async () => {
    const rows = Array.from({ length: maxCells + 1 }, () => [{ text: 'a', header: false }])
    const table = placeFlowCells(rows)
    assert.deepEqual([table?.cells.length, table?.truncated], [maxCells, true])
    const wide = await read(`<table><tr>${'<td>a</td>'.repeat(maxColumns + 1)}</tr></table>`)
    assert.deepEqual(codesOfWarnings(wide), [['table_truncated', 1]])
    assert.equal(wide.tables[0]?.columnCount, maxColumns)
  })
})

it('words that only a margin of their own style sets apart in HTML are not joined to their neighbours', async () => {
  for (const [source, text] of [
    ['<h2><span style="margin-right:0.127cm;">1.2</span>Terms</h2>', '1.2 Terms'],
    ['<p>Price<b style="color: red; PADDING-LEFT: 4PX">12</b><i style="margin-left:1em">net</i></p>', 'Price 12 net'],
    ['<p><span style="margin-left:1in">Alone</span></p>', 'Alone'],
    ['<p>W<span style="margin-left:-0.5em">A</span><span style="padding-right:1px">V</span>E</p>', 'WAVE'],
    ['<p>a<span style="margin:0;margin-right:0.0em;padding-left:9%">b</span></p>', 'ab'],
  ] as const)
    assert.deepEqual(
      blocksOf(await read(source)).map((block) => block.text),
      [text],
    )
  const tangled = `<p><b style="${'margin-left:'.repeat(50_000)}">x</b></p>`
  await withinCpu(5000, () => read(tangled))
})

it('a margin in HTML tears no word from its large first letter, no number, and no mark from its word', async () => {
  for (const [source, text] of [
    ['<p><span style="float:left;margin-right:6px">T</span>he house</p>', 'The house'],
    ['<p><span style="font-size:3em;margin-right:6px">T</span>he house</p>', 'The house'],
    ['<h2><span style="margin-right:0.127cm">A</span>Terms</h2>', 'A Terms'],
    ['<p>12<span style="padding-left:6px">.</span>50 and 1<b style="margin-left:6px">234</b></p>', '12.50 and 1234'],
    ['<p><b>12</b><i style="margin-left:2em">50</i></p>', '12 50'],
    ['<p>It <b style="padding-right:6px">costs</b>, (<i style="margin-left:6px">see</i>)</p>', 'It costs, (see)'],
    ['<p>H<sub style="margin-left:6px">2</sub>O</p>', 'H2O'],
    ['<p>ex<span style="padding-left:3px">ample</span></p>', 'example'],
  ] as const)
    assert.deepEqual(
      blocksOf(await read(source)).map((block) => block.text),
      [text],
    )
})
