import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { asciidocEngine } from '../src/text/asciidoc/asciidoc-engine.ts'
import {
  failsWith,
  blockOutline,
  reader,
  rowsOf,
  spanningCells,
  codesOfWarnings,
} from '@polyparse/test-support/reading'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const read = reader(asciidocEngine, 'text/x-asciidoc')
const outline = async (source: string) => blockOutline(await read(source))

describe('AsciiDoc', () => {
  it('has its title, its authors, its sections and its text', async () => {
    const document = await read(`// a comment
= The *Guide*
Ada Byron <ada@x.example>; Bob Cy
v1.0, 2024-01-01
:toc:
:product: Loom

Welcome to {product}, {unknown}.
Second line. +
Third.

== Start
Text

=== Deep
////
No.
////
.Titled
More

Old Title
---------
ifdef::x[]
Kept
endif::[]
`)
    assert.deepEqual(blockOutline(document), [
      ['title', 'The Guide'],
      ['paragraph', 'Ada Byron, Bob Cy'],
      ['paragraph', 'Welcome to Loom, {unknown}. Second line.\nThird.'],
      ['heading', 1, 'Start'],
      ['paragraph', 'Text'],
      ['heading', 2, 'Deep'],
      ['paragraph', 'Titled'],
      ['paragraph', 'More'],
      ['heading', 1, 'Old Title'],
      ['paragraph', 'Kept'],
    ])
    assert.deepEqual([document.metadata.title, document.metadata.author], ['The Guide', 'Ada Byron, Bob Cy'])
  })

  it('has styles, links, notes and characters', async () => {
    const document =
      await read(`Some *bold*, _italic_, \`code\`, **b**old, x^2^, H~2~O, #marked#, [.role]#too#, [.line-through]#gone#, snake_case_name, 2 * 3 * 4, \\*no*,
https://x.example/[the *site*], https://y.example/., link:a.pdf[a file], mailto:a@x.example[mail], <<start,there>>, <<start>>, <<_other>>,
"\`quoted\`", a -- b, it's, (C), stem:[e^2], \`+a*b*+\`, kbd:[F1], ((shown))(((hidden)))footnote:[A _note_.], image:i.png[icon].

[[start]]
== The Start

== Other
`)
    assert.equal(
      markdown(document),
      `Some **bold**, _italic_, \`code\`, **b**old, x<sup>2</sup>, H<sub>2</sub>O, marked, too, ~~gone~~, snake_case_name, 2 * 3 * 4, \\*no\\*, [the **site**](https://x.example/), <https://y.example/>., a file, [mail](mailto:a@x.example), [there](#the-start), [The Start](#the-start), [Other](#other), “quoted”, a — b, it’s, ©, $e^2$, \`a*b*\`, \`F1\`, shown[^1], icon.

# The Start

# Other

[^1]: A _note_.`,
    )
  })

  it('has lists in lists, with what is attached to them', async () => {
    assert.deepEqual(
      await outline(`* one
goes on
** in one
. first
.. a
.. b

* [x] two
+
----
code
----

- other

1. x
2. y

CPU:: A part.
RAM::
  Another.
<1> Called out
`),
      [
        ['list_item', 1, '•', 'one goes on'],
        ['list_item', 2, '•', 'in one'],
        ['list_item', 3, '1.', 'first'],
        ['list_item', 4, 'a.', 'a'],
        ['list_item', 4, 'b.', 'b'],
        ['list_item', 1, '•', '[x] two\ncode'],
        ['list_item', 2, '•', 'other'],
        ['list_item', 3, '1.', 'x'],
        ['list_item', 3, '2.', 'y'],
        ['paragraph', 'CPU'],
        ['paragraph', 'A part.'],
        ['paragraph', 'RAM'],
        ['paragraph', 'Another.'],
        ['list_item', 5, '1.', 'Called out'],
      ],
    )
  })

  it('counts its lists, keeps what cells hold, and links to places in the text', async () => {
    const document = await read(`See <<spot>> and <<lost>> first.footnote:a[One.] Again.footnote:a[]

. one
+
----
code
----
.. two

[cols="1,1a"]
|===
|*A* |B

|*c* https://x.example/[x]
|* d
|===

[[spot]]
Here.
`)
    assert.equal(
      markdown(document),
      `See [spot](#p1-b5) and lost first.[^1] Again.[^1]

1. one

   \`\`\`
   code
   \`\`\`

   1. two

<table>
<thead>
<tr><th>A</th><th>B</th></tr>
</thead>
<tbody>
<tr><td><strong>c</strong> <a href="https://x.example/">x</a></td><td><ul>
<li>d</li>
</ul></td></tr>
</tbody>
</table>

<a id="p1-b5"></a>Here.

[^1]: One.`,
    )
    assert.deepEqual(
      document.pages[0]?.blocks.flatMap(({ numbering }) => numbering ?? []),
      [
        { style: 'decimal', value: 1 },
        { style: 'lower_letter', value: 1 },
      ],
    )
  })

  it('has tables with headers, spans and blocks in cells', async () => {
    const document = await read(`.Sums
|===
|A |B |C

|1
|_2_
|3
2+|wide .2+|high
|x |y
|===

[cols="1,2a",options="header"]
|===
|h |i
|j
|* k
* l
|===

,===
a,"b, c"
,===

[cols="2*"]
|===
|1 |2
3*|n
|===
`)
    assert.deepEqual(rowsOf(document), [
      ['A', 'B', 'C'],
      ['1', '2', '3'],
      ['wide', 'high'],
      ['x', 'y'],
    ])
    assert.deepEqual(spanningCells(document), [
      ['wide', 1, 2],
      ['high', 2, 1],
    ])
    assert.deepEqual(rowsOf(document, 1), [
      ['h', 'i'],
      ['j', '• k\n• l'],
    ])
    assert.deepEqual(rowsOf(document, 2), [['a', 'b, c']])
    assert.deepEqual(rowsOf(document, 3), [['1', '2'], ['n', 'n'], ['n']])
    assert.deepEqual(
      document.tables.map(({ cells }) => cells.filter(({ header }) => header).length),
      [3, 2, 0, 0],
    )
    assert.equal(document.tables[0]?.caption, 'Sums')
  })

  it('has code, notes to the reader, quotes and formulas, and says what is missing', async () => {
    const document = await read(`[source,ruby]
----
= no heading

  x
----

NOTE: Mind *this*.

[WARNING]
====
Beware.

* of dogs
====

[quote, Ada]
____
Said.
____

[stem]
++++
\\frac{1}{2}
++++

++++
<b>
++++

 literal
  text

.A wheel
image::wheel.png[Wheel]

include::other.adoc[]

'''
`)
    assert.deepEqual(blockOutline(document), [
      ['code', '= no heading\n\n  x'],
      ['paragraph', 'Note'],
      ['paragraph', 'Mind this.'],
      ['paragraph', 'Warning'],
      ['paragraph', 'Beware.'],
      ['list_item', 1, '•', 'of dogs'],
      ['quote', 'Said.\n— Ada'],
      ['formula', '\\frac{1}{2}'],
      ['code', 'literal\n text'],
      ['picture', 'Wheel'],
      ['caption', 'A wheel'],
    ])
    assert.deepEqual(
      codesOfWarnings(document).map(([code]) => code),
      ['image_omitted', 'content_unread', 'content_omitted'],
    )
  })

  it('that is empty or damaged has what there is', async () => {
    for (const empty of ['', '\n', '// x', ':a: b']) await assert.rejects(read(empty), failsWith('document_empty'))
    assert.deepEqual(await outline('----\nx\n\n|===\n|a'), [
      ['paragraph', '---- x'],
      ['paragraph', '|=== |a'],
    ])
  })

  it('is read quickly when made to be slow', async () => {
    const pieces = [
      '*a ',
      '**',
      '[',
      '[[',
      '<<',
      '{a',
      '{a}',
      '`a',
      '+a',
      '"`',
      '(((',
      '((',
      '* ',
      '* a\n',
      'a:: ',
      '----\n',
      '====\n\nx\n',
      '|',
      '|===\n',
      'footnote:[',
      'https://',
      'https://a[',
      'link:',
      'image:',
      '.a\n',
      '[a]\n',
      '^',
      '~',
      '#',
      '+\n',
      'stem:[',
      'include::',
      'a;;',
      '<',
      "'",
      '..',
      '--',
      'x +\n',
      '2.3+|',
      '1*|',
      'mailto:',
      'pass:',
      'kbd:[',
      '_a',
    ]
    for (const line of ['== a', '* a', 'a::', '|a']) await read(`${line}${' '.repeat(200_000)}b`)
    for (const piece of [...pieces, ...pieces.map((one) => `x${one}`), ...pieces.map((one) => `|${one}`)]) {
      const source = piece.repeat(40_000 / piece.length)
      await withinCpu(3000, () => read(source).catch(failsWith('document_empty')), piece)
    }
    await read(`|===\n${'1000*|x '.repeat(1_000)}\n|===`)
    await read(`:a: ${'{a}'.repeat(1_000)}\n\n{a}`)
  })
})
