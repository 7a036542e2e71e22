import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { docxOf, openDocumentOf, run } from '@polyparse/test-support/office'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { htmlEngine } from '../src/web/html/html-engine.ts'
import { blocksOf, blockOutline, reader, rowsOf } from '@polyparse/test-support/reading'

const readDocx = reader(docxEngine, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')
const readHtml = reader(htmlEngine, 'text/html')
const readOdt = reader(openDocumentEngine, 'application/vnd.oasis.opendocument.text')

const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`
const of = (name: string, ...parts: string[]): string => `<m:${name}>${parts.join('')}</m:${name}>`
const set = (name: string, value: string): string => `<m:${name} m:val="${value}"/>`
const oMath = (...parts: string[]): string => of('oMath', ...parts)

describe('a formula of Office', () => {
  const n = of('num', r('n')) + of('den', r('k'))
  const binomial = of('f', of('fPr', set('type', 'noBar')), n)
  const examples: readonly [what: string, formula: string, latex: string][] = [
    ['a binomial', of('d', of('e', binomial)), '\\binom{n}{k}'],
    ['one thing above another', binomial, '{n \\atop k}'],
    ['a fraction', of('f', n), '\\frac{n}{k}'],
    ['a fraction on one line', of('f', of('fPr', set('type', 'lin')), n), '{n}/{k}'],
    ['an accent', of('acc', of('accPr', set('chr', '\u20d7')), of('e', r('v'))), '\\vec{v}'],
    ['the usual accent, over several letters', of('acc', of('e', r('ab'))), '\\widehat{ab}'],
    ['a line above', of('bar', of('barPr', set('pos', 'top')), of('e', r('x'))), '\\overline{x}'],
    [
      'a limit',
      of('func', of('fName', of('limLow', of('e', r('lim')), of('lim', r('x→0')))), of('e', r('f'))),
      '\\lim_{x\\to 0} f',
    ],
    ['a label above', of('limUpp', of('e', r('=')), of('lim', r('!'))), '\\overset{!}{=}'],
    [
      'a brace with its label',
      of('limLow', of('e', of('groupChr', of('e', r('a+b')))), of('lim', r('n'))),
      '\\underbrace{a+b}_{n}',
    ],
    [
      'equations below each other',
      of('eqArr', of('e', r('a&amp;=1')), of('e', r('b&amp;=2'))),
      '\\begin{aligned} a&=1 \\\\ b&=2 \\end{aligned}',
    ],
    ['one equation, as it is', of('eqArr', of('e', r('a&amp;=π×1'))), 'a=\\pi \\times 1'],
    [
      'cases',
      of('d', of('dPr', set('begChr', '{'), set('endChr', '')), of('e', of('eqArr', of('e', r('1')), of('e', r('2'))))),
      '\\begin{cases} 1 \\\\ 2 \\end{cases}',
    ],
    ['scripts in front', of('sPre', of('sub', r('6')), of('sup', r('14')), of('e', r('C'))), '{}_{6}^{14}C'],
    [
      'braces',
      of('d', of('dPr', set('begChr', '{'), set('endChr', '}')), of('e', r('x')), of('e', r('y'))),
      '\\{x|y\\}',
    ],
    ['a matrix', of('m', of('mr', of('e', r('a')), of('e', r('b')))), '\\begin{matrix} a & b \\end{matrix}'],
    ['words', `<m:r><m:rPr><m:nor/></m:rPr><m:t>if 5%</m:t></m:r>`, '\\text{if 5\\%}'],
    [
      'scripts on scripts',
      of('sSup', of('e', of('sSup', of('e', r('x')), of('sup', r('a')))), of('sup', r('b'))),
      '{x^{a}}^{b}',
    ],
  ]
  for (const [what, formula, latex] of examples)
    it(`keeps ${what}`, async () =>
      assert.deepEqual(blockOutline(await readDocx(docxOf({ body: `<w:p>${oMath(formula)}</w:p>` }))), [
        ['formula', latex],
      ]))

  it('does not run into the next one in its paragraph', async () => {
    const body = `<w:p><m:oMathPara>${oMath(r('a=1'))}${oMath(r('b=2'))}</m:oMathPara></w:p><w:p>${run('x ')}${oMath(r('c'))}${oMath(r('d'))}${run(' y')}</w:p>`
    const document = await readDocx(docxOf({ body }))
    assert.deepEqual(blockOutline(document), [
      ['formula', 'a=1'],
      ['formula', 'b=2'],
      ['paragraph', 'x c d y'],
    ])
    assert.equal(blocksOf(document)[2]?.runs?.filter(({ formula }) => formula === true).length, 2)
  })
})

describe('a formula in MathML', () => {
  const frac = '<mfrac><mi>a</mi><mi>b</mi></mfrac>'
  const examples: readonly [what: string, formula: string, latex: string][] = [
    ['a fraction', frac, '\\frac{a}{b}'],
    [
      'a binomial',
      '<mrow><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>',
      '\\binom{n}{k}',
    ],
    ['scripts', '<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>', 'x_{1}^{2}'],
    ['roots', `<msqrt><mi>x</mi></msqrt><mroot><mi>y</mi><mn>3</mn></mroot>`, '\\sqrt{x}\\sqrt[3]{y}'],
    [
      'sums',
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
      '\\sum_{i = 1}^{n}i',
    ],
    ['limits', '<munder><mo>lim</mo><mi>n</mi></munder><mi>x</mi>', '\\lim_{n}x'],
    [
      'accents',
      '<mover accent="true"><mi>x</mi><mo>¯</mo></mover><mover><mi>v</mi><mo>→</mo></mover>',
      '\\bar{x}\\vec{v}',
    ],
    ['functions', '<mi>sin</mi><mo>\u2061</mo><mi>x</mi>', '\\sin x'],
    [
      'matrices',
      '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>',
      '\\begin{matrix} a & b \\end{matrix}',
    ],
    [
      'scripts in front',
      '<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>',
      '{}_{6}^{14}C',
    ],
    ['words', '<mtext>if</mtext>', '\\text{if}'],
    ['LaTeX that is no MathML', 'a^2 + b^2', 'a^2 + b^2'],
    ['its LaTeX', `<semantics>${frac}<annotation encoding="application/x-tex">a/b</annotation></semantics>`, 'a/b'],
  ]
  for (const [what, formula, latex] of examples)
    it(`keeps ${what}`, async () =>
      assert.deepEqual(blockOutline(await readHtml(`<math display="block">${formula}</math>`)), [['formula', latex]]))

  it('stays in its sentence and in its cell', async () => {
    const formula = '<math><msup><mi>x</mi><mn>2</mn></msup></math>'
    const document = await readHtml(`<p>So ${formula} is.</p><table><tr><td>${formula}</td><td>1</td></tr></table>`)
    assert.deepEqual(blockOutline(document)[0], ['paragraph', 'So x^{2} is.'])
    assert.deepEqual(rowsOf(document), [['x^{2}', '1']])
  })

  it('is read however deep it is', async () => {
    await readHtml(`<p>x</p><math>${'<mrow>'.repeat(20_000)}<mi>x</mi></math>`)
  })

  it('is read in OpenDocument too, where what was typed is in a language of its own', async () => {
    const content = `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${frac}</mrow><annotation encoding="StarMath 5.0">{a} over {b}</annotation></semantics></math>`
    const body = '<text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>'
    const document = await readOdt(openDocumentOf('text', { body, parts: { 'Object 1/content.xml': content } }))
    assert.deepEqual(blockOutline(document), [['formula', '\\frac{a}{b}']])
  })
})
