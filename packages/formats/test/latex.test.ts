import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { latexEngine } from '../src/text/latex/latex-engine.ts'
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

const read = reader(latexEngine, 'application/x-tex')
const article = (body: string, preamble = ''): string =>
  `\\documentclass[11pt]{article}\n\\usepackage[utf8]{inputenc}\n${preamble}\n\\begin{document}\n${body}\n\\end{document}\nBehind the end.`
const outline = async (body: string, preamble = '') => blockOutline(await read(article(body, preamble)))

describe('A LaTeX document', () => {
  it('has its title, its authors, its abstract and its sections', async () => {
    const document = await read(
      article(
        `\\maketitle\\begin{abstract}Short.\\end{abstract}
\\section{Intro\\label{s}} % a comment \\section{no}
First line
second line.% no space here
 Next.

\\subsection*{A \\emph{b}}
50\\% of \\$3 \\& more.
\\appendix \\paragraph{Run} in.`,
        `\\title{On \\textbf{Engines}\\thanks{Paid.}}\n\\author{Ada Byron\\\\House \\and Bob Cy}\\date{May 1840}`,
      ),
    )
    assert.deepEqual(blockOutline(document), [
      ['title', 'On Engines1'],
      ['paragraph', 'Ada Byron\nHouse'],
      ['paragraph', 'Bob Cy'],
      ['paragraph', 'May 1840'],
      ['heading', 1, 'Abstract'],
      ['paragraph', 'Short.'],
      ['heading', 1, 'Intro'],
      ['paragraph', 'First line second line.Next.'],
      ['heading', 2, 'A b'],
      ['paragraph', '50% of $3 & more.'],
      ['heading', 4, 'Run'],
      ['paragraph', 'in.'],
      ['footnote', '1 Paid.'],
    ])
    assert.equal(document.metadata.author, 'Ada Byron, Bob Cy')
    assert.deepEqual(document.warnings, [])
  })

  it('with chapters has sections one level deeper', async () => {
    assert.deepEqual(
      await outline('\\chapter{A}\\section{B} see \\ref{f}\\begin{figure}\\caption{C}\\label{f}\\end{figure}'),
      [
        ['heading', 1, 'A'],
        ['heading', 2, 'B'],
        ['paragraph', 'see 1.1'],
        ['caption', 'C'],
      ],
    )
  })

  it('has accents, quotes, dashes and other characters', async () => {
    const text =
      "\\'etat na\\\"{\\i}ve \\v{S}koda \\c{c}a \\^{o} \\ss{} \\o{}re \\aa{} \\H{o} ``a'' `b' c--d e---f g~h \\ldots\\ \\S 5 \\textbackslash x \\LaTeX{} 10\\,km \\today"
    assert.deepEqual(await outline(text), [
      ['paragraph', 'état naïve Škoda ça ô ß øre å ő “a” ‘b’ c–d e—f g h … §5 \\x LaTeX 10 km'],
    ])
  })

  it('has lists with their marks', async () => {
    const body = `\\begin{itemize}\\item one
\\begin{enumerate}\\item a \\item b

more\\end{enumerate}
\\item[--] two\\end{itemize}
\\begin{enumerate}[label=(\\roman*), start=3]\\item x\\end{enumerate}
\\begin{enumerate}\\item p\\begin{enumerate}\\item q\\end{enumerate}\\end{enumerate}
\\begin{description}\\item[Gear] A wheel.\\end{description}`
    assert.deepEqual(await outline(body), [
      ['list_item', 1, '•', 'one'],
      ['list_item', 2, '1.', 'a'],
      ['list_item', 2, '2.', 'b\nmore'],
      ['list_item', 1, '--', 'two'],
      ['list_item', 1, '(iii)', 'x'],
      ['list_item', 1, '1.', 'p'],
      ['list_item', 2, '(a)', 'q'],
      ['paragraph', 'Gear A wheel.'],
    ])
  })

  it('has tables with headers and spans, whatever their package', async () => {
    const document = await read(
      article(`\\begin{table}[h]\\caption{Sums \\& more}\\begin{tabular}{|l|r@{.}l|}\\hline
A & \\multicolumn{2}{c|}{\\textbf{B}} \\\\ \\hline
\\multirow{2}{*}{x} & 1 & 2 \\\\[2pt] \\cline{2-3}
 & 3 \\& 4 & $a & b$ \\\\ \\hline\\end{tabular}\\end{table}
\\begin{tabularx}{\\textwidth}{lX}\\toprule one & two\\\\\\midrule three & four\\\\\\bottomrule\\end{tabularx}
\\begin{longtable}{ll}\\caption{Long}\\\\ h & i\\\\\\endfirsthead h & again\\\\\\endhead \\multicolumn{2}{r}{continued}\\\\\\endfoot end & all\\\\\\endlastfoot 1 & 2\\\\\\end{longtable}`),
    )
    assert.deepEqual(rowsOf(document), [
      ['A', 'B'],
      ['x', '1', '2'],
      ['3 & 4', 'a & b'],
    ])
    assert.deepEqual(spanningCells(document), [
      ['B', 1, 2],
      ['x', 2, 1],
    ])
    assert.deepEqual(
      document.tables.map(({ caption }) => caption),
      ['Sums & more', undefined, 'Long'],
    )
    assert.deepEqual(
      document.tables.map(({ cells }) => cells.filter(({ header }) => header).map(({ text }) => text)),
      [
        ['A', 'B'],
        ['one', 'two'],
        ['h', 'i'],
      ],
    )
    assert.deepEqual(rowsOf(document, 2), [
      ['h', 'i'],
      ['1', '2'],
      ['end', 'all'],
    ])
    assert.deepEqual(
      blocksOf(document).map(({ type }) => type),
      ['caption', 'table', 'table', 'caption', 'table'],
    )
  })

  it('keeps formulas as LaTeX, with its own commands replaced and the numbers that the text refers to', async () => {
    const body = `Let $x^2$ and \\(y\\) in $\\R$, by \\eqref{e} and \\ref{a}.
\\begin{equation}\\label{e} \\abs{\\frac{1}{2}} = \\R x % note
\\end{equation}
\\[ \\norm[3]{v} \\]
\\begin{align} a &= b \\nonumber \\\\ c &= d \\label{a} \\end{align}
$$z$$ \\begin{gather*} q \\end{gather*}`
    const preamble =
      '\\newcommand{\\R}{\\mathbb{R}}\\newcommand\\abs[1]{\\left|#1\\right|}\\newcommand{\\norm}[2][2]{\\|#2\\|_{#1}}'
    assert.deepEqual(await outline(body, preamble), [
      ['paragraph', 'Let x^2 and y in \\mathbb{R}, by (1) and 2.'],
      ['formula', '\\left|\\frac{1}{2}\\right| = \\mathbb{R} x \\tag{1}'],
      ['formula', '\\|v\\|_{3}'],
      ['formula', '\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}'],
      ['formula', 'z'],
      ['formula', 'q'],
    ])
  })

  it('keeps what its items, quotes, notes and cells hold, and links to its own places', async () => {
    const document = await read(
      article(`\\section{Start}\\label{s} See \\ref{e}, \\ref{i}, \\ref{t} and \\ref{s}, \\sout{gone} \\underline{so}.\\footnote{One.

Two $y$.}
\\begin{enumerate}[label=(\\roman*)] \\item One $x$\\begin{equation}\\label{e} a = b\\end{equation} \\begin{itemize}\\item in\\end{itemize}
\\item\\label{i} Two\\end{enumerate}
\\begin{quote}Said.

Again.\\end{quote}
\\begin{table}\\caption{Sums\\label{t}}\\begin{tabular}{ll}\\hline \\textbf{A} & B\\\\\\hline \\emph{c} $z$ & \\begin{itemize}\\item d\\end{itemize}\\\\\\hline\\end{tabular}\\end{table}`),
    )
    assert.equal(
      markdown(document),
      `# Start

See [1](#p1-b3), [ii](#p1-b5), [1](#p1-b7) and [1](#start), ~~gone~~ so.[^1]

- <a id="p1-b3"></a>(i) One $x$

  \`\`\`math
  a = b \\tag{1}
  \`\`\`

  - in
- <a id="p1-b5"></a>(ii) Two

> Said.
>
> Again.

<a id="p1-b7"></a>Sums

<table>
<thead>
<tr><th>A</th><th>B</th></tr>
</thead>
<tbody>
<tr><td><em>c</em> <code class="language-math">z</code></td><td><ul>
<li>d</li>
</ul></td></tr>
</tbody>
</table>

[^1]: One.

    Two $y$.`,
    )
  })

  it('has links, notes, citations, code and styles', async () => {
    const document = await read(
      article(
        `See \\href{https://x.example/a\\_b}{the \\textbf{site}} and \\url{https://y.example/~z}\\footnote{Not \\emph{now}.}, as \\cite[p.~5]{k,u} says in \\verb|a_b $| and {\\tt c--d}, \\textit{so}.
\\begin{lstlisting}[language=C]
int a; % b
\\end{lstlisting}
\\begin{theorem}[Ada] All wheels.\\end{theorem}
\\begin{thebibliography}{9}\\bibitem{k} Cy. \\emph{Gears}.\\end{thebibliography}`,
      ),
    )
    assert.equal(
      markdown(document),
      `See [the **site**](https://x.example/a_b) and <https://y.example/~z>[^1], as [[1](#p1-b5), u, p. 5] says in \`a_b $\` and \`c--d\`, _so_.

\`\`\`
int a; % b
\`\`\`

**Theorem (Ada).** All wheels.

# References

- <a id="p1-b5"></a>[1] Cy. _Gears_.

[^1]: Not _now_.`,
    )
  })

  it('says which files and drawings are missing', async () => {
    const document = await read(
      article(
        '\\input{chapters/one}\\begin{figure}\\includegraphics[width=1cm]{wheel.pdf}\\caption{A wheel}\\end{figure}\\begin{tikzpicture}\\draw;\\end{tikzpicture}\\bibliography{refs}',
      ),
    )
    assert.deepEqual(blockOutline(document), [
      ['picture', 'wheel.pdf'],
      ['caption', 'A wheel'],
    ])
    assert.deepEqual(
      codesOfWarnings(document).map(([code]) => code),
      ['image_omitted', 'content_unread', 'content_omitted'],
    )
    assert.match(document.warnings[1]?.message ?? '', /2 other files, which were not read: chapters\/one, refs\./)
  })

  it('leaves out what is no text, and keeps that of commands it does not know', async () => {
    assert.deepEqual(
      await outline(
        `\\vspace*{2cm}\\setlength{\\parskip}{0pt}\\begin{comment}no\\end{comment}\\iffalse no \\fi\\textcolor{red}{red} \\unknown[opt]{kept} \\begin{mine}{\\large big}\\end{mine} \\SI{10}{\\kilo\\metre} \\hello{you}`,
        '\\def\\hello#1{Hi #1!}\\newenvironment{mine}{a}{b}\\definecolor{x}{rgb}{1,0,0}',
      ),
      [
        ['paragraph', 'red kept'],
        ['paragraph', 'big'],
        ['paragraph', '10 kilo metre Hi you!'],
      ],
    )
  })

  it('that is a part of another, or damaged, has what there is', async () => {
    assert.deepEqual(blockOutline(await read('\\section{A} b { c \\textbf{d')), [
      ['heading', 1, 'A'],
      ['paragraph', 'b c d'],
    ])
    assert.deepEqual(await outline('\\end{itemize}}}x \\begin{tabular}{l} 1 & 2'), [
      ['paragraph', 'x'],
      ['table', '1\t2'],
    ])
    for (const empty of ['', article('')]) await assert.rejects(read(empty), failsWith('document_empty'))
  })

  it('is read quickly when made to be slow', async () => {
    const pieces = [
      '{',
      '}',
      '\\textbf{',
      '\\begin{a}',
      '\\end{a}',
      '\\begin{tabular}{l}',
      '&',
      '\\\\',
      '$',
      '$$',
      '\\(',
      '\\[',
      '[',
      '\\href{',
      '\\item',
      '\\footnote{',
      '\\section{',
      '\\begin{equation}',
      '\\begin{verbatim}',
      '\\verb|',
      '\\input{',
      '%',
      '\n\n',
      "'",
      '\\',
      '\\x[',
      '\\multirow{9}{*}{',
      '\\begin{itemize}\\item ',
      '\\newcommand{\\a}{',
      '\\label{a}\\ref{a}',
      '$\\a{',
      '\\caption{',
      '\\def\\a#1{#1}\\a{',
      '\\cite[',
      '\\iffalse ',
    ]
    for (const piece of pieces) {
      const source = piece.repeat(40_000 / piece.length)
      await withinCpu(3000, () => read(source).catch(failsWith('document_empty')), piece)
    }
    const laughs = Array.from(
      { length: 30 },
      (_, at) => `\\newcommand{\\m${'a'.repeat(at + 1)}}{\\m${'a'.repeat(at)}\\m${'a'.repeat(at)}}`,
    ).join('')
    await read(
      article(
        `x $\\m${'a'.repeat(30)}$ \\m${'a'.repeat(30)} \\newcommand{\\z}{\\z\\z}\\z $\\z$`,
        `\\newcommand{\\m}{ha}${laughs}`,
      ),
    )
  })
})
