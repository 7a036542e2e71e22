import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { orgEngine } from '../src/text/org/org-engine.ts'
import { failsWith, blockOutline, reader, rowsOf, codesOfWarnings } from '@polyparse/test-support/reading'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const read = reader(orgEngine, 'text/x-org')
const outline = async (source: string) => blockOutline(await read(source))

describe('Org', () => {
  it('has its title, its headings and its text, without properties and comments', async () => {
    const document = await read(`#+TITLE: Guide
#+AUTHOR: Ada
# a comment
* TODO [#A] Start :tag:
:PROPERTIES:
:ID: 1
:END:
SCHEDULED: <2024-01-01 Mon>
First line
second line.
** Deep
Text
* Hidden :noexport:
No.
** also
* COMMENT No
* End
`)
    assert.deepEqual(blockOutline(document), [
      ['title', 'Guide'],
      ['paragraph', 'Ada'],
      ['heading', 1, 'Start'],
      ['paragraph', 'First line second line.'],
      ['heading', 2, 'Deep'],
      ['paragraph', 'Text'],
      ['heading', 1, 'End'],
    ])
    assert.deepEqual([document.metadata.title, document.metadata.author], ['Guide', 'Ada'])
    assert.deepEqual(codesOfWarnings(document), [['content_omitted', undefined]])
  })

  it('has styles, links, notes and formulas', async () => {
    const document =
      await read(`Some *bold*, /italic/, =a *b*=, ~c~, +gone+, _under_, H_{2}O, x^{2}, a/b/c and 2*3*4, [[https://x.example/][the /site/]],
[[https://y.example/]], https://z.example/a., [[file:b.org][other]], \\(e^2\\), $x$, \\alpha[fn:1], [fn:: Inline.] <<here>>.

\\begin{equation}
a = b
\\end{equation}

[fn:1] A
note.
`)
    assert.equal(
      markdown(document),
      `Some **bold**, _italic_, \`a *b*\`, \`c\`, ~~gone~~, under, H<sub>2</sub>O, x<sup>2</sup>, a/b/c and 2\\*3\\*4, [the _site_](https://x.example/), <https://y.example/>, <https://z.example/a>., other, $e^2$, $x$, α[^1], [^2] .

\`\`\`math
a = b
\`\`\`

[^1]: A note.

[^2]: Inline.`,
    )
  })

  it('has lists, tables and code', async () => {
    const document = await read(`- one
  goes on
  1. in one

     more
  2. [X] done
- two

+ term :: What it is.

#+CAPTION: Sums
| A | B |
|---+---|
| 1 | *2* |
| <l> | |

#+BEGIN_SRC c
  int a;
  ,* b
#+END_SRC
: fixed
#+BEGIN_QUOTE
Said.
#+END_QUOTE
`)
    assert.deepEqual(blockOutline(document), [
      ['list_item', 1, '•', 'one goes on'],
      ['list_item', 2, '1.', 'in one\nmore'],
      ['list_item', 2, '2.', '[x] done'],
      ['list_item', 1, '•', 'two'],
      ['paragraph', 'term What it is.'],
      ['caption', 'Sums'],
      ['table', 'A\tB\n1\t2'],
      ['code', 'int a;\n* b'],
      ['code', 'fixed'],
      ['quote', 'Said.'],
    ])
    assert.deepEqual(rowsOf(document), [
      ['A', 'B'],
      ['1', '2'],
    ])
    assert.deepEqual(
      document.tables[0]?.cells.map(({ header }) => header),
      [true, true, false, false],
    )
    assert.equal(document.tables[0]?.caption, 'Sums')
  })

  it('has notes of several paragraphs, and links to its own places', async () => {
    const document = await read(`* Start
:PROPERTIES:
:CUSTOM_ID: first
:END:
See [[*End]], [[#first][the start]], [[here]], [[lost]] and [fn:b].
1. One
   #+BEGIN_SRC
   code
   #+END_SRC
2. Two
* End
| A | [[#first]] |
Text <<here>> again[fn:a] and [fn:b].

[fn:a] First.

Second.
[fn:b] Other.
`)
    assert.equal(
      markdown(document),
      `# Start

See [End](#end), [the start](#start), [here](#p1-b7), lost and [^1].

1. One

   \`\`\`
   code
   \`\`\`
2. Two

# End

| A | [#first](#start) |
| --- | --- |

<a id="p1-b7"></a>Text again[^2] and [^1].

[^1]: Other.

[^2]: First.

    Second.`,
    )
    assert.deepEqual(
      document.pages[0]?.blocks.flatMap(({ numbering }) => numbering ?? []),
      [
        { style: 'decimal', value: 1 },
        { style: 'decimal', value: 2 },
      ],
    )
  })

  it('says which files are missing', async () => {
    const document = await read(
      '#+INCLUDE: "a.org" src\n\n[[file:wheel.png]]\n\n#+BEGIN_EXPORT html\n<b>\n#+END_EXPORT\n',
    )
    assert.deepEqual(blockOutline(document), [['picture', 'wheel.png']])
    assert.deepEqual(
      codesOfWarnings(document).map(([code]) => code),
      ['image_omitted', 'content_unread', 'content_omitted'],
    )
  })

  it('that is empty or damaged has what there is', async () => {
    for (const empty of ['', '\n', '# x']) await assert.rejects(read(empty), failsWith('document_empty'))
    assert.deepEqual(await outline('#+BEGIN_SRC\nx\n\n:PROPERTIES:\ny\n*'), [
      ['paragraph', '#+BEGIN_SRC x'],
      ['paragraph', ':PROPERTIES: y *'],
    ])
  })

  it('is read quickly when made to be slow', async () => {
    const pieces = [
      '*a ',
      '/a',
      '[[',
      '[fn:a:',
      '[fn:',
      '\\(',
      '$a',
      '- ',
      ':A:\n',
      '#+BEGIN_A\n',
      '|',
      '| a',
      ' - x\n',
      '* a :a',
      '\\[\n',
      '\\begin{align}\n',
      'http://',
      '<<',
      '\\a',
      '- a :: ',
      '* COMMENT\n',
      '- \n\n',
      ' ',
      '\n',
      '+a+ ',
      '=',
    ]
    for (const line of ['* a', '- a', '- a ::', '| a']) await read(`${line}${' '.repeat(200_000)}b`)
    for (const piece of pieces) {
      const source = piece.repeat(40_000 / piece.length)
      await withinCpu(3000, () => read(source).catch(failsWith('document_empty')), piece)
    }
    await read(Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}- x`).join('\n'))
  })
})
