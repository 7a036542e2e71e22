import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textInFont } from '@polyparse/engine'
import { docxOf, openDocumentOf, paragraphXml, pptxOf, run } from '@polyparse/test-support/office'
import { blockOutline, reader } from '@polyparse/test-support/reading'
import {
  pptOf,
  slideCharacterSettings,
  slideRecord,
  slideShape,
  slideTextRecords,
} from '@polyparse/test-support/presentation'
import { docOf, wordSettings } from '@polyparse/test-support/word-document'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { pptxEngine } from '../src/office/presentation/pptx-engine.ts'
import { rtfEngine } from '../src/office/rich-text/rtf-engine.ts'
import { pptEngine } from '../src/office/slides-binary/ppt-engine.ts'
import { docEngine } from '../src/office/word-binary/doc-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { htmlEngine } from '../src/web/html/html-engine.ts'

const textOf = (document: Parameters<typeof blockOutline>[0]): unknown => blockOutline(document)[0]?.at(-1)
const dose = '50 μg, ≥ 5 ☑ ☐'

describe('the characters of fonts of symbols', () => {
  it('are what their glyphs show', () => {
    const shown: readonly (readonly [font: string, text: string, shown: string])[] = [
      ['Symbol', 'abm \uF0B3\uF0B1', 'αβμ ≥±'],
      ['SymbolMT', '\u00B7', '•'],
      ['Wingdings', '\u00FC\u00FE\u00A8\uF0E0', '✓☑☐→'],
      ['Wingdings 2', 'PR\u00A3', '✓☑☐'],
      ['Wingdings 3', '\u0070', '▲'],
      ['Webdings', 'a', '✔'],
      ['ABCDEF+ZapfDingbats', '4n\u00D5', '✔■→'],
      ['ITC Zapf Dingbats', '3', '✓'],
      ['MT Extra', 'L', '⋯'],
      ['Arial', 'a\u00FC', 'aü'],
      ['Segoe UI Symbol', 'a', 'a'],
    ]
    for (const [font, text, expected] of shown) assert.equal(textInFont(text, font), expected, font)
    // The code 0x96, which is a dash in windows-1252.
    assert.equal(textInFont('\u2013', 'Wingdings'), textInFont('\uF096', 'Wingdings'))
  })

  it('are read in DOCX', async () => {
    const symbol = (font: string, code: string): string => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`
    const body = paragraphXml(
      `${run('50 ')}${run('m', '<w:rFonts w:ascii="Symbol"/>')}${run('g, ')}${symbol('Symbol', 'F0B3')}${run(' 5 ')}${symbol('Wingdings', 'F0FE')}${run(' ')}${symbol('Wingdings', '00A8')}`,
    )
    assert.equal(textOf(await reader(docxEngine, officeMediaTypes.docx[0])(docxOf({ body }))), dose)
  })

  it('are read in DOC', async () => {
    const font = (number: number, text: string) => ({ text, settings: wordSettings([0x4a4f, number]) })
    const symbol = (number: number, code: number) => ({
      text: '(',
      settings: wordSettings([0x6a09, number + code * 0x10000], [0x0855, 1]),
    })
    const runs = ['50 ', font(1, 'm'), 'g, ', symbol(1, 0xf0b3), ' 5 ', symbol(2, 0xf0fe), ' ', font(2, '\uF0A8')]
    const document = docOf({ body: [{ runs }], fonts: ['Arial', 'Symbol', 'Wingdings'] })
    assert.equal(textOf(await reader(docEngine, officeMediaTypes.doc[0])(document)), dose)
  })

  it('are read in RTF, also in a document of another code page', async () => {
    const fonts = '{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset2 Symbol;}{\\f2\\fcharset2 Wingdings;}}'
    const text = "50 {\\f1 m}g, {\\f1\\'b3} 5 {\\f2\\'fe} {\\f2\\u-3928 ?}"
    for (const page of [1252, 1251])
      assert.equal(
        textOf(await reader(rtfEngine, 'application/rtf')(`{\\rtf1\\ansi\\ansicpg${page}${fonts}${text}\\par}`)),
        dose,
      )
  })

  it('are read in PPT', async () => {
    const text = '50 mg, \uF0B3 5 \uF0FE \u00A8'
    const stretches = [
      [3, 0],
      [1, 1],
      [3, 0],
      [1, 0, 1],
      [3, 0],
      [1, 2],
      [1, 0],
      [2, 2],
    ] as const
    const settings = slideCharacterSettings(text.length, stretches)
    const shapes = [slideShape(slideRecord(0xf00d, [...slideTextRecords(4, text), settings]))]
    const fonts = ['Arial', 'Symbol', 'Wingdings']
    assert.equal(textOf(await reader(pptEngine, officeMediaTypes.ppt[0])(pptOf({ slides: [{ shapes }], fonts }))), dose)
  })

  it('are read in PPTX', async () => {
    const part = (text: string, fonts = ''): string => `<a:r><a:rPr>${fonts}</a:rPr><a:t>${text}</a:t></a:r>`
    const font = (kind: string, name: string): string => `<a:${kind} typeface="${name}"/>`
    const shapes = `<p:sp><p:txBody><a:p>${part('50 ')}${part('m', font('latin', 'Symbol'))}${part('g, ')}${part('\uF0B3', font('sym', 'Symbol'))}${part(' 5 ')}${part('\uF0FE \uF0A8', font('sym', 'Wingdings'))}</a:p></p:txBody></p:sp>`
    assert.equal(textOf(await reader(pptxEngine, officeMediaTypes.pptx[0])(pptxOf([{ shapes }]))), dose)
  })

  it('are read in ODT', async () => {
    const style = (name: string, font: string): string =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties fo:font-family="'${font}'"/></style:style>`
    const span = (name: string, text: string): string => `<text:span text:style-name="${name}">${text}</text:span>`
    const body = `<text:p>50 ${span('S', 'm')}g, ${span('S', '\uF0B3')} 5 ${span('W', '\uF0FE')} ${span('W', '\uF0A8')}</text:p>`
    const automatic = style('S', 'Symbol') + style('W', 'Wingdings')
    const read = reader(openDocumentEngine, officeMediaTypes.odt[0])
    assert.equal(textOf(await read(openDocumentOf('text', { body, automatic }))), dose)
  })

  it('are read in HTML', async () => {
    const html =
      '<p>50 <font face="Symbol">m</font>g, <span style="font-family:Symbol">\u00B3</span> 5 <span style="color:red;font-family:\'Wingdings\', serif">\u00FE <b>\u00A8</b></span></p>'
    assert.equal(textOf(await reader(htmlEngine, 'text/html')(html)), dose)
  })
})
