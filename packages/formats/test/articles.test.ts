import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { articleEngine } from '../src/articles/article-engine.ts'
import {
  blocksOf,
  failsWith,
  blockOutline,
  reader,
  rowsOf,
  spanningCells,
  codesOfWarnings,
} from '@polyparse/test-support/reading'

const readJats = reader(articleEngine, 'application/jats+xml')
const readDocBook = reader(articleEngine, 'application/docbook+xml')

const jats = (body: string, back = '', meta = ''): string =>
  `<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML" xml:lang="en">
<front><journal-meta><publisher><publisher-name>House</publisher-name></publisher></journal-meta><article-meta>${meta}</article-meta></front>
<body>${body}</body><back>${back}</back></article>`

const docbook = (body: string): string =>
  `<article xmlns="http://docbook.org/ns/docbook" xmlns:xl="http://www.w3.org/1999/xlink" version="5.0">${body}</article>`

describe('A JATS article', () => {
  it('has its title, its authors, its abstract and its sections', async () => {
    const document = await readJats(
      jats(
        '<sec><label>1</label><title>Int<italic>ro</italic></title><p>See <xref ref-type="bibr" rid="r1">[1]</xref> and <ext-link xlink:href="https://x.example/">there</ext-link>.</p><sec><title>Deep</title><p>H<sub>2</sub>O</p></sec></sec>',
        '<ack><p>Thanks.</p></ack>',
        `<title-group><article-title>On <italic>engines</italic></article-title></title-group>
         <contrib-group><contrib contrib-type="author"><name><surname>Byron</surname><given-names>Ada</given-names></name><xref ref-type="aff" rid="a1"/></contrib>
         <contrib contrib-type="author"><name><surname>Cy</surname></name></contrib><contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib></contrib-group>
         <aff id="a1">House of Maths</aff><pub-date><day>5</day><month>3</month><year>2020</year></pub-date>
         <abstract><p>Short.</p></abstract><kwd-group><kwd>a</kwd><kwd>b</kwd></kwd-group>`,
      ),
    )
    assert.deepEqual(blockOutline(document), [
      ['title', 'On engines'],
      ['paragraph', 'Ada Byron, Cy'],
      ['paragraph', 'House of Maths'],
      ['heading', 1, 'Abstract'],
      ['paragraph', 'Short.'],
      ['heading', 1, '1 Intro'],
      ['paragraph', 'See [1] and there.'],
      ['heading', 2, 'Deep'],
      ['paragraph', 'H2O'],
      ['heading', 1, 'Acknowledgments'],
      ['paragraph', 'Thanks.'],
    ])
    const { title, author, keywords, language, createdAt, producer } = document.metadata
    assert.deepEqual(
      [title, author, keywords, language, createdAt, producer],
      ['On engines', 'Ada Byron, Cy', 'a, b', 'en', '2020-03-05T00:00:00.000Z', 'House'],
    )
    assert.match(markdown(document), /\[there\]\(https:\/\/x\.example\/\)/)
    assert.deepEqual(document.warnings, [])
  })

  it('has lists, terms and code as such', async () => {
    const document = await readJats(
      jats(
        `<p>Text:<list list-type="order"><list-item><p>one</p><list list-type="bullet"><list-item><p>in one</p></list-item></list><p>on</p></list-item><list-item><label>(b)</label><p>two</p></list-item></list>after</p>
         <def-list><def-item><term>Gear</term><def><p>A wheel.</p></def></def-item></def-list><code>  a
b</code>`,
      ),
    )
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'Text:'],
      ['list_item', 1, '1.', 'one\n• in one\non'],
      ['list_item', 1, '(b)', 'two'],
      ['paragraph', 'after'],
      ['paragraph', 'Gear'],
      ['paragraph', 'A wheel.'],
      ['code', '  a\nb'],
    ])
  })

  it('has tables with spans, captions and notes, and says how many images lie beside it', async () => {
    const document = await readJats(
      jats(
        `<table-wrap><label>Table 1</label><caption><title>Sums.</title><p>All of <bold>them</bold>.</p></caption><alternatives><graphic xlink:href="t1.tif"/><table><thead><tr><th rowspan="2">A</th><th colspan="2">B</th></tr><tr><th>c</th><th>d</th></tr></thead><tbody><tr><td>1</td><td><p>2</p><p>3</p></td><td>4<xref ref-type="table-fn" rid="n">a</xref></td></tr></tbody></table></alternatives><table-wrap-foot><fn id="n"><label>a</label><p>Rounded.</p></fn></table-wrap-foot></table-wrap>
         <fig><label>Figure 1.</label><caption><p>A wheel.</p></caption><graphic xlink:href="f1.png"/></fig>`,
      ),
    )
    assert.deepEqual(
      blockOutline(document).filter(([type]) => type !== 'table'),
      [
        ['caption', 'Table 1. Sums. All of them.'],
        ['footnote', 'a Rounded.'],
        ['picture', 'f1.png'],
        ['caption', 'Figure 1. A wheel.'],
      ],
    )
    assert.deepEqual(rowsOf(document), [
      ['A', 'B'],
      ['c', 'd'],
      ['1', '2\n3', '4a'],
    ])
    assert.deepEqual(spanningCells(document), [
      ['A', 2, 1],
      ['B', 1, 2],
    ])
    assert.deepEqual(
      document.tables[0]?.cells.map(({ header }) => header),
      [true, true, true, true, false, false, false],
    )
    assert.equal(document.tables[0]?.caption, 'Table 1. Sums. All of them.')
    assert.deepEqual(codesOfWarnings(document), [['image_omitted', undefined]])
  })

  it('has formulas as LaTeX, by their source or their MathML', async () => {
    const document = await readJats(
      jats(
        `<p>With <inline-formula><mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math></inline-formula> and
         <inline-formula><alternatives><tex-math>\\documentclass{minimal}\\begin{document}$$y_1$$\\end{document}</tex-math><mml:math><mml:mi>z</mml:mi></mml:math></alternatives></inline-formula>.</p>
         <disp-formula><label>(3)</label><mml:math><mml:mfrac><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfrac></mml:math></disp-formula>
         <disp-formula><graphic xlink:href="e.gif"/></disp-formula>`,
      ),
    )
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'With x^{2} and y_1.'],
      ['formula', '\\frac{a}{b} \\tag{3}'],
      ['picture', 'e.gif'],
    ])
  })

  it('keeps what its items, quotes, notes and cells hold, and links to its own places', async () => {
    const document = await readJats(
      jats(
        `<sec id="s"><title>Start</title><p>See <xref rid="r1">1</xref>, <xref rid="e"/>, <xref rid="t">Table 1</xref>, <xref rid="lost">lost</xref>, <strike>gone</strike> and <inline-formula><tex-math>$x$</tex-math></inline-formula>.<fn><p>One.</p><p>Two.</p></fn></p>
         <list list-type="roman-lower"><list-item><p>one</p><p>on</p></list-item><list-item><p>two</p></list-item></list><disp-quote><p>Said.</p><attrib>Ada</attrib></disp-quote>
         <disp-formula id="e"><label>(3)</label><tex-math>y</tex-math></disp-formula>
         <table-wrap id="t"><label>Table 1</label><table><thead><tr><th><bold>A</bold></th><th>B</th></tr></thead><tbody><tr><td><italic>c</italic> <xref ref-type="table-fn" rid="n"><sup>a</sup></xref></td><td><list list-type="bullet"><list-item><p>d</p></list-item></list></td></tr></tbody></table><table-wrap-foot><fn id="n"><label>a</label><p>Rounded.</p></fn></table-wrap-foot></table-wrap></sec>`,
        '<ref-list><ref id="r1"><label>1.</label><mixed-citation>Cy. Gears.</mixed-citation></ref></ref-list>',
      ),
    )
    assert.equal(
      markdown(document),
      `# Start

See [1](#p1-b11), [(3)](#p1-b6), [Table 1](#p1-b7), lost, ~~gone~~ and $x$.[^1]

1. one

   on
2. two

> Said.
>
> Ada

\`\`\`math
y \\tag{3}
\`\`\`

<a id="p1-b7"></a>Table 1.

<table>
<thead>
<tr><th>A</th><th>B</th></tr>
</thead>
<tbody>
<tr><td><em>c</em> <a href="#p1-b9"><sup>a</sup></a></td><td><ul>
<li>d</li>
</ul></td></tr>
</tbody>
</table>

[^a]: Rounded.

# References

1. <a id="p1-b11"></a>Cy. Gears.

[^1]: One.

    Two.`,
    )
  })

  it('has references in words, whether they are written or data, and footnotes', async () => {
    const document = await readJats(
      jats(
        '<p>Known<fn><p>Widely.</p></fn>.</p>',
        `<fn-group><fn><label>*</label><p>No conflict.</p></fn></fn-group><ref-list><title>Works</title><ref><label>1.</label><mixed-citation><name><surname>Cy</surname><given-names>D</given-names></name>. <source>Gears</source>. 1840.</mixed-citation></ref>
         <ref><element-citation><person-group><name><surname>Cy</surname><given-names>D</given-names></name><name><surname>Ed</surname><given-names>F</given-names></name></person-group><article-title>Wheels</article-title><source>J Gears</source><year>1841</year><fpage>7</fpage><lpage>9</lpage></element-citation></ref></ref-list>`,
      ),
    )
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'Known1.'],
      ['footnote', '* No conflict.'],
      ['heading', 1, 'Works'],
      ['list_item', 1, '1.', 'Cy D. Gears. 1840.'],
      ['list_item', 1, '•', 'Cy D, Ed F. Wheels. J Gears. 1841. 7–9.'],
      ['footnote', '1 Widely.'],
    ])
  })
})

describe('A DocBook document', () => {
  it('has its sections, admonitions, lists and code', async () => {
    const document = await readDocBook(
      docbook(`<info><title>Guide</title><author><personname><firstname>Ada</firstname><surname>Byron</surname></personname></author></info>
       <section xml:id="s"><title>Start</title><para>Press <keycap>F1</keycap>, see <xref linkend="t"/> or <link xl:href="https://x.example/">the site</link>.<footnote><para>Soon.</para></footnote></para>
       <note><para>Mind.</para></note><orderedlist numeration="loweralpha"><listitem><para>one</para></listitem><listitem><para>two</para><itemizedlist><listitem><para>deep</para></listitem></itemizedlist></listitem></orderedlist>
       <section xml:id="t"><title>More</title><programlisting>a &lt; b
  c</programlisting><variablelist><varlistentry><term>-v</term><listitem><para>Version.</para></listitem></varlistentry></variablelist></section></section>`),
    )
    assert.deepEqual(blockOutline(document), [
      ['title', 'Guide'],
      ['paragraph', 'Ada Byron'],
      ['heading', 1, 'Start'],
      ['paragraph', 'Press F1, see More or the site.1'],
      ['paragraph', 'Note'],
      ['paragraph', 'Mind.'],
      ['list_item', 1, 'a.', 'one'],
      ['list_item', 1, 'b.', 'two'],
      ['list_item', 2, '•', 'deep'],
      ['heading', 2, 'More'],
      ['code', 'a < b\n  c'],
      ['paragraph', '-v'],
      ['paragraph', 'Version.'],
      ['footnote', '1 Soon.'],
    ])
    assert.equal(document.metadata.author, 'Ada Byron')
    assert.match(markdown(document), /`F1`.*\[the site\]\(https:\/\/x\.example\/\)/)
  })

  it('has tables of the exchange model, with spans by the names of columns', async () => {
    const document = await readDocBook(
      docbook(`<table><title>Sums</title><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/><colspec colname="c"/><spanspec spanname="bc" namest="b" nameend="c"/>
       <thead><row><entry morerows="1">A</entry><entry spanname="bc">B</entry></row><row><entry>b</entry><entry>c</entry></row></thead>
       <tfoot><row><entry namest="a" nameend="c">end</entry></row></tfoot><tbody><row><entry colname="b">only</entry></row></tbody></tgroup></table>
       <informaltable><tr><td>x</td></tr></informaltable>`),
    )
    assert.deepEqual(rowsOf(document), [['A', 'B'], ['b', 'c'], ['only'], ['end']])
    assert.deepEqual(spanningCells(document), [
      ['A', 2, 1],
      ['B', 1, 2],
      ['end', 1, 3],
    ])
    assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'only')?.column, 1)
    assert.deepEqual(rowsOf(document, 1), [['x']])
    assert.equal(blocksOf(document)[0]?.text, 'Sums')
  })

  it('of version 4 has the entities that it defines, and says which files are missing', async () => {
    const document = await readDocBook(
      `<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [
        <!ENTITY product "Loom"> <!ENTITY two SYSTEM "two.xml"> <!ENTITY bomb "&product;&product;"> ]>
       <book><title>&product;&nbsp;book &mdash; one</title><chapter><title>A</title><para>&bomb; &ulink; <ulink url="javascript:x">no</ulink></para></chapter>&two;
       <xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="three.xml"/></book>`,
    )
    assert.deepEqual(blockOutline(document).slice(0, 2), [
      ['title', 'Loom book — one'],
      ['heading', 1, 'A'],
    ])
    assert.deepEqual(blocksOf(document)[2]?.runs, undefined)
    assert.deepEqual(
      document.warnings.map(({ code, message }) => [code, message]),
      [['content_unread', 'The document includes 2 other files, which were not read: two.xml, three.xml.']],
    )
  })

  it('that is damaged or empty is said to be', async () => {
    await assert.rejects(readDocBook(docbook('<para>x').slice(0, -10)), failsWith('document_damaged'))
    for (const empty of ['', docbook('')]) await assert.rejects(readDocBook(empty), failsWith('document_empty'))
  })

  it('is read quickly when made to be slow', async () => {
    const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join('')
    const sources = [
      `<!DOCTYPE article [<!ENTITY e0 "ha">${laughs}]><article><para>&e20;</para></article>`,
      `<!DOCTYPE article [<!ENTITY e "${'x'.repeat(199)}">]><article><para>${'&e;'.repeat(200_000)}</para></article>`,
      docbook('<para>'.repeat(4_000) + 'x' + '</para>'.repeat(4_000)),
      docbook(
        `<section xml:id="a"><title>${'x'.repeat(100_000)}</title>${'<xref linkend="a"/>'.repeat(20_000)}</section>`,
      ),
      docbook(`<para>${'<!DOCTYPE ['.repeat(20_000)}</para>`),
      docbook(`<para>x${'<!DOCTYPE&lt;[&amp;'.repeat(20_000)}</para>`),
    ]
    for (const source of sources) await readDocBook(source).catch(failsWith('document_damaged'))
  })
})
