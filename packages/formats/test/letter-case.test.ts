import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  docxOf,
  officeNamespaces,
  openDocumentOf,
  paragraphXml,
  placeholder,
  pptxOf,
  run,
} from '@polyparse/test-support/office'
import { blockOutline, reader } from '@polyparse/test-support/reading'
import { docOf, wordSettings } from '@polyparse/test-support/word-document'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { pptxEngine } from '../src/office/presentation/pptx-engine.ts'
import { rtfEngine } from '../src/office/rich-text/rtf-engine.ts'
import { docEngine } from '../src/office/word-binary/doc-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { htmlEngine } from '../src/web/html/html-engine.ts'

const readDocx = reader(docxEngine, officeMediaTypes.docx[0])
const readDoc = reader(docEngine, officeMediaTypes.doc[0])
const readPptx = reader(pptxEngine, officeMediaTypes.pptx[0])
const readRtf = reader(rtfEngine, 'application/rtf')
const readHtml = reader(htmlEngine, 'text/html')
const readOdt = reader(openDocumentEngine, 'application/vnd.oasis.opendocument.text')

describe('text that a style shows in capitals', () => {
  it('is in capitals in DOCX, as the language has them', async () => {
    const capitals = paragraphXml(run('abc-12 straße', '<w:caps/>') + run(' low', '<w:caps w:val="0"/>'))
    assert.deepEqual(blockOutline(await readDocx(docxOf({ body: capitals }))), [['paragraph', 'ABC-12 STRASSE low']])
  })

  it('is in capitals in DOC, by its own settings and those of its style, in the language of the text', async () => {
    const [capitals, none, turkish] = [
      wordSettings([0x083b, 1]),
      wordSettings([0x083b, 0]),
      wordSettings([0x083b, 1], [0x486d, 0x041f]),
    ]
    const styles = [
      { builtIn: 0, name: 'Normal' },
      { builtIn: 4094, name: 'Loud', base: 0, characters: capitals },
    ]
    const document = await readDoc(
      docOf({
        styles,
        body: [
          { runs: ['a ', { text: 'form', settings: capitals }] },
          { runs: ['loud ', { text: 'low', settings: none }], style: 1 },
          { runs: [{ text: 'izin', settings: turkish }] },
        ],
      }),
    )
    assert.deepEqual(
      blockOutline(document).map(([, text]) => text),
      ['a FORM', 'LOUD low', 'İZİN'],
    )
  })

  it('is in capitals in RTF', async () => {
    const document = await readRtf(
      '{\\rtf1\\ansi a {\\caps form} b \\caps\\lang1055 izin\\caps0  low\\plain  end\\par}',
    )
    assert.deepEqual(blockOutline(document), [['paragraph', 'a FORM b İZİN low end']])
  })

  it('is in capitals, small letters or with initials in OpenDocument', async () => {
    const style = (name: string, transform: string): string =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties fo:text-transform="${transform}"/></style:style>`
    const automatic = style('U', 'uppercase') + style('L', 'lowercase') + style('C', 'capitalize')
    const span = (name: string, text: string): string => `<text:span text:style-name="${name}">${text}</text:span>`
    const body = `<text:p>${span('U', 'form ')}${span('L', 'Low ')}${span('C', 'john o’neil-smith')}</text:p>`
    assert.deepEqual(blockOutline(await readOdt(openDocumentOf('text', { body, automatic }))), [
      ['paragraph', 'FORM low John O’neil-Smith'],
    ])
  })

  it('is in capitals in PPTX, by its own properties, and those of its shape and its layout', async () => {
    const own = '<a:r><a:rPr cap="all"/><a:t>own</a:t></a:r><a:r><a:t> as it is</a:t></a:r>'
    const styled = '<a:lstStyle><a:lvl1pPr><a:defRPr cap="all"/></a:lvl1pPr></a:lstStyle>'
    const shape = `<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody>${styled}<a:p><a:r><a:t>styled </a:t></a:r><a:r><a:rPr cap="none"/><a:t>low</a:t></a:r></a:p></p:txBody></p:sp>`
    const title = placeholder('title', 'x').replace(/<a:p>.*<\/a:p>/, `<a:p>${own}</a:p>`)
    assert.deepEqual(blockOutline(await readPptx(pptxOf([{ shapes: title + shape }]))), [
      ['heading', 1, 'OWN as it is'],
      ['paragraph', 'STYLED low'],
    ])
    const layout = placeholder('title', '').replace('<a:lstStyle/>', styled)
    const inherited = pptxOf([{ shapes: placeholder('title', 'inherited') }], {
      'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${officeNamespaces}><p:cSld><p:spTree>${layout}</p:spTree></p:cSld></p:sldLayout>`,
    })
    assert.deepEqual(blockOutline(await readPptx(inherited)), [['heading', 1, 'INHERITED']])
  })

  it('is in capitals in HTML, in blocks, inline and in cells, as the language of the page has them', async () => {
    const html =
      '<html lang="tr"><p style="text-transform: uppercase">izin <span style="text-transform:none">low</span></p>' +
      '<table><tr><th>a<th style="text-transform:uppercase">b<tr><td>c<td><b style="text-transform:capitalize">de fg</b></table>'
    const document = await readHtml(html)
    assert.deepEqual(blockOutline(document)[0], ['paragraph', 'İZİN low'])
    assert.deepEqual(
      document.tables[0]?.cells.map(({ text }) => text),
      ['a', 'B', 'c', 'De Fg'],
    )
  })
})
