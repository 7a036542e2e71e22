import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { restructuredTextEngine } from '../src/text/restructured-text/restructured-text-engine.ts'
import {
  blocksOf,
  failsWith,
  blockOutline,
  reader,
  rowsOf,
  spanningCells,
  codesOfWarnings,
} from '@polyparse/test-support/reading'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const read = reader(restructuredTextEngine, 'text/x-rst')
const outline = async (source: string) => blockOutline(await read(source))

describe('reStructuredText', () => {
  it('has its title, sections in the order of their adornments, and paragraphs', async () => {
    const document = await read(`.. a comment
   goes on

=====
Guide
=====
:Author: Ada

First line
second line.

Start
-----
Text

Deep
~~~~
.. _here:

More
----
----------

End.
`)
    assert.deepEqual(blockOutline(document), [
      ['title', 'Guide'],
      ['paragraph', 'Author: Ada'],
      ['paragraph', 'First line second line.'],
      ['heading', 1, 'Start'],
      ['paragraph', 'Text'],
      ['heading', 2, 'Deep'],
      ['heading', 1, 'More'],
      ['paragraph', 'End.'],
    ])
    assert.equal(document.metadata.title, 'Guide')
    assert.deepEqual(document.warnings, [])
  })

  it('has styles, links and roles', async () => {
    const document =
      await read(`Some *text*, **bold**, \`\`a *b*\`\`, \`site <https://x.example/>\`_, \`the doc\`_, doc_, https://y.example/z. and
:func:\`~os.path\`, :ref:\`there <x>\`, H\\ :sub:\`2\`\\ O, |me|, snake_case, 2*3*4 \\*no\\* [1]_ [#]_ [Cy]_.

.. _the doc: https://d.example/
.. _doc: \`the doc\`_
.. |me| replace:: Ada *B*
.. [1] One.
.. [#] Two
   goes on.
.. [Cy] Gears.
`)
    assert.equal(
      markdown(document),
      `Some _text_, **bold**, \`a *b*\`, [site](https://x.example/), [the doc](https://d.example/), [doc](https://d.example/), <https://y.example/z>. and \`path\`, there, H<sub>2</sub>O, Ada _B_, snake_case, 2\\*3\\*4 \\*no\\* [^1] [^2] [\\[Cy\\]](#p1-b2).

- <a id="p1-b2"></a>[Cy] Gears.

[^1]: One.

[^2]: Two goes on.`,
    )
  })

  it('has formulas, quotes, notes of several paragraphs, and links to its own places', async () => {
    const document = await read(`Start
=====

See \`The End\`_, :ref:\`there <there>\`, :ref:\`lost\`, spot_ and :math:\`e^2\` [#b]_ [*]_ [#]_.

(a) One

    Two
(b) Three

    Quoted *so*.

    Twice.

.. [#] Third.
.. [#b] First

   - with
   - items
.. [*] Second.
.. _there:

The End
-------

==== ====
A    *B*
==== ====
c    - d
     - **e**
==== ====

A _\`spot\`.
`)
    assert.equal(
      markdown(document),
      `# Start

See [The End](#the-end), [there](#the-end), lost, [spot](#p1-b7) and $e^2$ [^2] [^p1-2] [^1].

- (a) One

  Two
- (b) Three

  Quoted _so_.

  Twice.

# The End

<table>
<thead>
<tr><th>A</th><th><em>B</em></th></tr>
</thead>
<tbody>
<tr><td>c</td><td><ul>
<li>d</li>
<li><strong>e</strong></li>
</ul></td></tr>
</tbody>
</table>

<a id="p1-b7"></a>A spot.

[^2]: First

    - with
    - items

[^p1-2]: Second.

[^1]: Third.`,
    )
  })

  it('has lists in lists, definitions and lines', async () => {
    assert.deepEqual(
      await outline(`- one
  goes on

  - in one
- two

1. first
2) no, a name: A. Byron

(a) x
(b) y

term : type
    What it is.

| line
| *two*

   quoted
`),
      [
        ['list_item', 1, '•', 'one goes on'],
        ['list_item', 2, '•', 'in one'],
        ['list_item', 1, '•', 'two'],
        ['list_item', 1, '1.', 'first'],
        ['list_item', 1, '2)', 'no, a name: A. Byron'],
        ['list_item', 1, '(a)', 'x'],
        ['list_item', 1, '(b)', 'y'],
        ['paragraph', 'term : type'],
        ['paragraph', 'What it is.'],
        ['paragraph', 'line\ntwo'],
        ['quote', 'quoted'],
      ],
    )
  })

  it('has grids with spans, and tables under borders', async () => {
    const document = await read(`+-----+-------+-----+
| A   | B           |
|     +-------+-----+
|     | b     | c   |
+=====+=======+=====+
| 1   | - x   | *4* |
|     | - y   |     |
+-----+-------+-----+

=====  =====  ====
 Inputs       Out
------------  ----
A      B      A|B
=====  =====  ====
no     yes    yes
              too
=====  =====  ====

.. table:: Sums

   == ==
   1  2
   == ==
`)
    assert.deepEqual(rowsOf(document), [
      ['A', 'B'],
      ['b', 'c'],
      ['1', '• x\n• y', '4'],
    ])
    assert.deepEqual(spanningCells(document), [
      ['A', 2, 1],
      ['B', 1, 2],
    ])
    assert.deepEqual(rowsOf(document, 1), [
      ['Inputs', 'Out'],
      ['A', 'B', 'A|B'],
      ['no', 'yes', 'yes too'],
    ])
    assert.deepEqual(rowsOf(document, 2), [['1', '2']])
    assert.deepEqual(
      document.tables.map(({ cells }) => cells.filter(({ header }) => header).length),
      [4, 5, 0],
    )
    assert.deepEqual(
      blockOutline(document).filter(([type]) => type === 'caption'),
      [['caption', 'Sums']],
    )
  })

  it('has tables of lists and of values', async () => {
    const document = await read(`.. list-table:: Sums
   :header-rows: 1

   * - A
     - B
   * - 1
     - two

       lines

.. csv-table::
   :header: "x", y

   "1, 2", *3*
`)
    assert.deepEqual(rowsOf(document), [
      ['A', 'B'],
      ['1', 'two\nlines'],
    ])
    assert.deepEqual(rowsOf(document, 1), [
      ['x', 'y'],
      ['1, 2', '3'],
    ])
    assert.equal(document.tables[0]?.caption, 'Sums')
  })

  it('has code, notes to the reader, formulas and images, and says what is missing', async () => {
    const document = await read(`Code::

    a = 1
      b

.. code-block:: python
   :caption: x

   if a:

       b

.. note:: Mind
   this.

.. versionadded:: 2.1
   At last.

.. math:: e = mc^2

.. figure:: wheel.png
   :alt: A wheel

   Its *caption*.

.. toctree::
   :maxdepth: 2

   one
   Two <two>

.. raw:: html

   <b>

.. py:function:: f(x)

   Does it.

>>> 1 + 1
2
`)
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'Code:'],
      ['code', 'a = 1\n  b'],
      ['code', 'if a:\n\n    b'],
      ['paragraph', 'Note'],
      ['paragraph', 'Mind this.'],
      ['paragraph', 'Added in version 2.1'],
      ['paragraph', 'At last.'],
      ['formula', 'e = mc^2'],
      ['picture', 'A wheel'],
      ['caption', 'Its caption.'],
      ['paragraph', 'f(x)'],
      ['paragraph', 'Does it.'],
      ['code', '>>> 1 + 1\n2'],
    ])
    assert.deepEqual(
      codesOfWarnings(document).map(([code]) => code),
      ['image_omitted', 'content_unread', 'content_omitted'],
    )
    assert.equal(blocksOf(document).at(-3)?.runs?.[0]?.code, true)
  })

  it('that is empty is said to be', async () => {
    for (const empty of ['', '\n', '.. nothing']) await assert.rejects(read(empty), failsWith('document_empty'))
  })

  it('is read quickly when made to be slow', async () => {
    const pieces = [
      '*a ',
      '**',
      '`a ',
      '``',
      '[',
      '|',
      '- ',
      '.. ',
      '::\n\n',
      ' x\n',
      '+-+\n',
      '== ==\n',
      '= =\nx\n',
      ':a',
      ':a:`',
      'a_',
      'http://',
      '\\',
      '.. a::\n ',
      '1. ',
      '+--+--+\n|  |  |\n',
      '>>> ',
      '| x\n',
      'x\n--\n',
      ':a: b\n',
      '\\`',
      '<',
      '`a <',
    ]
    for (const line of ['a', '- a', ':a: b', '.. note:: a', 'a\n=']) await read(`${line}${' '.repeat(200_000)}::`)
    for (const piece of [...pieces, ...pieces.map((one) => ` ${one}`)]) {
      const source = piece.repeat(40_000 / piece.length)
      await withinCpu(3000, () => read(source).catch(failsWith('document_empty')), piece)
    }
    await read('['.repeat(10_000_000))
    await read(`.. |a| replace:: ${'|a| '.repeat(1_000)}\n\n|a|`)
    await read(Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}- x`).join('\n'))
  })
})
