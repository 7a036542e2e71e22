import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import {
  docxOf,
  officeNamespaces,
  paragraphXml,
  pptxOf,
  relationshipsXml,
  run,
  sheetData,
  xlsxOf,
} from '@polyparse/test-support/office'
import { blockOutline, codesOfWarnings, reader, rowsOf } from '@polyparse/test-support/reading'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { propertiesOfMorphData } from '../src/office/package/morph-data.ts'
import { pptxEngine } from '../src/office/presentation/pptx-engine.ts'
import { xlsxEngine } from '../src/office/spreadsheet/xlsx-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'

const fieldsOf = ({ fields }: Document): unknown => fields?.map(({ kind, label, value }) => [kind, label, value])
const readXlsx = reader(xlsxEngine, officeMediaTypes.xlsx[0])
const readPptx = reader(pptxEngine, officeMediaTypes.pptx[0])
const readDocx = reader(docxEngine, officeMediaTypes.docx[0])

/** A shape over a sheet, from a column and row to the next ones. */
const shape = (id: number, kind: string, [column, row]: readonly [number, number], more = '', label = ''): string =>
  `<v:shape o:spid="_x0000_s${id}"><v:textbox><div>${label}</div></v:textbox><x:ClientData ObjectType="${kind}"><x:Anchor>${column}, 2, ${row}, 1, ${column + 1}, 60, ${row + 1}, 2</x:Anchor>${more}</x:ClientData></v:shape>`
const drawing = (shapes: readonly string[]): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">${shapes.join('')}</xml>`
const chosen = (list: string, entry: string): string => `<x:Sel>${entry}</x:Sel><x:FmlaRange>${list}</x:FmlaRange>`

const classes = { text: '8BD21D10', combo: '8BD21D30', box: '8BD21D40', button: 'D7053240', other: 'D27CDB6E' }
const control = (id: string, persistence: string, inside = ''): string =>
  `<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ax:classid="{${id}-EC42-11CE-9E0D-00AA006002F3}" ax:persistence="${persistence}">${inside}</ax:ocx>`
const inBag = (id: string, properties: Readonly<Record<string, string>>): string =>
  control(
    id,
    'persistPropertyBag',
    Object.entries(properties)
      .map(([name, value]) => `<ax:ocxPr ax:name="${name}" ax:value="${value}"/>`)
      .join(''),
  )

/** A control of Forms 2.0 as it is stored: with bits of its style, a kind of display, a size, a value, and a caption of wide characters. */
const morphData = (value: string, caption: string): Buffer => {
  const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
  const number = (size: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(size)
    return bytes
  }
  const wide = Buffer.from(caption, 'utf16le')
  const content = Buffer.concat([
    // The bits 0, 6, 8, 22, 23 and 31.
    Buffer.from('4101c08000000000', 'hex'),
    number(0x2c80_081b),
    // The kind of display, and what aligns the next number.
    Buffer.from('04000000', 'hex'),
    number((0x8000_0000 | value.length) >>> 0),
    number(wide.length),
    Buffer.alloc(8, 1),
    padded(Buffer.from(value, 'latin1')),
    padded(wide),
  ])
  const head = Buffer.from([0, 2, content.length, 0])
  return Buffer.concat([head, content])
}

describe('controls over a sheet', () => {
  it('have what is chosen, in the cell that they are over, from lists on any sheet', async () => {
    const form = sheetData([['Country'], ['Town'], ['Colours'], ['Size', 'x', 'y']])
    const lists = sheetData([
      ['Belgium', 'red'],
      ['Norway', 'green'],
      ['', 'blue'],
    ])
    const shapes = [
      shape(1, 'Drop', [1, 0], chosen("'My lists'!$A$1:$A$2", '2')),
      shape(2, 'Drop', [1, 1], chosen('Towns', '1')),
      shape(3, 'List', [1, 2], `<x:MultiSel>1,3</x:MultiSel>${chosen("'My lists'!$B$1:$B$3", '1')}`),
      shape(4, 'Drop', [1, 3], chosen('$A$1:$A$2', '2')),
      shape(5, 'Drop', [1, 5], chosen('$A$1:$A$2', '3')),
      shape(6, 'Drop', [1, 6], chosen('Unknown', '1')),
      shape(7, 'Drop', [1, 7], chosen('$A$1:$A$2', '0')),
    ]
    const source = xlsxOf(
      [
        { name: 'Form', xml: form },
        { name: 'My lists', state: 'hidden', xml: lists },
      ],
      {
        names: '<definedName name="Towns">\'Form\'!$A$3:$A$3</definedName>',
        parts: {
          'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([['d', 'vmlDrawing', '../drawings/d.vml']]),
          'xl/drawings/d.vml': drawing(shapes),
        },
      },
    )
    const document = await readXlsx(source)
    assert.deepEqual(rowsOf(document).slice(0, 3), [
      ['Country', 'Norway'],
      ['Town', 'Colours'],
      ['Colours', 'red, blue'],
    ])
    // Where no cell under it is empty, it stands below.
    assert.deepEqual(blockOutline(document).at(-1), ['paragraph', 'Town'])
    assert.deepEqual(fieldsOf(document), [
      ['choice', 'Country', 'Norway'],
      ['choice', 'Town', 'Colours'],
      ['choice', 'Colours', 'red, blue'],
      ['choice', '', 'Town'],
    ])
    const told = document.warnings.find(({ code }) => code === 'content_unread')
    assert.match(told?.message ?? '', /has 2 controls of forms whose answers were left out/)
  })

  it('of programs have what was entered, and are told where they are not read', async () => {
    const parts = ['text', 'combo', 'box', 'button', 'secret', 'other']
    const controls = parts.map((name, index) => `<control shapeId="${index + 1}" r:id="${name}"/>`).join('')
    const drawn = parts.map((_, index) => shape(index + 1, 'Pict', [1, index]))
    const source = xlsxOf(
      [
        {
          name: 'Form',
          xml: `${sheetData([['Name'], ['Country'], ['Agreed']])}<controls>${controls}<control shapeId="9" r:id="form"/></controls>`,
        },
      ],
      {
        parts: {
          'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([
            ['d', 'vmlDrawing', '../drawings/d.vml'],
            ['form', 'ctrlProp', '../ctrlProps/form.xml'],
            ...parts.map((name) => [name, 'control', `../activeX/${name}.xml`] as const),
          ]),
          'xl/drawings/d.vml': drawing(drawn),
          'xl/activeX/text.xml': control(classes.text, 'persistStreamInit'),
          'xl/activeX/_rels/text.xml.rels': relationshipsXml([['b', 'activeXControlBinary', 'text.bin']]),
          'xl/activeX/text.bin': Buffer.concat([Buffer.alloc(16), morphData('Ann', '')]),
          'xl/activeX/combo.xml': inBag(classes.combo, { Value: 'Norway' }),
          'xl/activeX/box.xml': inBag(classes.box, { Value: '1' }),
          'xl/activeX/button.xml': inBag(classes.button, { Caption: 'Send' }),
          'xl/activeX/secret.xml': inBag(classes.text, { Value: 'hush', PasswordChar: '42' }),
          'xl/activeX/other.xml': inBag(classes.other, { Movie: 'x' }),
        },
      },
    )
    const document = await readXlsx(source)
    assert.deepEqual(rowsOf(document), [
      ['Name', 'Ann'],
      ['Country', 'Norway'],
      ['Agreed', '☑'],
    ])
    assert.deepEqual(fieldsOf(document), [
      ['text', 'Name', 'Ann'],
      ['choice', 'Country', 'Norway'],
      ['checkbox', 'Agreed', '☑'],
    ])
    assert.deepEqual(codesOfWarnings(document), [['content_unread', 1]])
    assert.match(document.warnings[0]?.message ?? '', /has a control of a form/)
  })

  it('are boxes with the texts behind them as their labels, or in front of them where their row ends with one', async () => {
    const source = xlsxOf(
      [
        {
          name: 'S',
          xml: sheetData([
            ['Title', '', 'Mr', '', 'Ms'],
            ['Agreed', '', 'Paid', ''],
          ]),
        },
      ],
      {
        parts: {
          'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([['d', 'vmlDrawing', '../drawings/d.vml']]),
          'xl/drawings/d.vml': drawing([
            shape(1, 'Radio', [1, 0]),
            shape(2, 'Radio', [3, 0], '<x:Checked>1</x:Checked>'),
            shape(3, 'Checkbox', [1, 1], '<x:Checked>1</x:Checked>'),
            shape(4, 'Checkbox', [3, 1]),
          ]),
        },
      },
    )
    assert.deepEqual(fieldsOf(await readXlsx(source)), [
      ['radio', 'Mr', '☐'],
      ['radio', 'Ms', '☑'],
      ['checkbox', 'Agreed', '☑'],
      ['checkbox', 'Paid', '☐'],
    ])
  })

  it('are menus of single cells, not of columns of data', async () => {
    const rule = (places: string, more = ''): string =>
      `<dataValidation type="list" sqref="${places}"${more}><formula1>"a,b"</formula1></dataValidation>`
    const extension =
      '<extLst><ext><x14:dataValidations xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:dataValidation type="list"><xm:sqref>B2</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>'
    const rows = sheetData([
      ['Country', 'Norway'],
      ['Town', 'Oslo'],
      ['Size', 'large'],
      ['Kind', 'new'],
      ['Kind', 'old'],
    ])
    const xml = `${rows}<dataValidations>${rule('B1')}${rule('B3', ' showDropDown="1"')}${rule('B4:B5')}</dataValidations>${extension}`
    assert.deepEqual(fieldsOf(await readXlsx(xlsxOf([{ name: 'S', xml }]))), [
      ['choice', 'Country', 'Norway'],
      ['choice', 'Town', 'Oslo'],
    ])
  })
})

describe('controls of programs in a text', () => {
  it('have what was entered and ticked', async () => {
    const object = (id: string): string => `<w:r><w:object><w:control r:id="${id}"/></w:object></w:r>`
    const body = paragraphXml(`${run('Name: ')}${object('text')}${run(' ')}${object('box')}${object('other')}`)
    const parts = ['text', 'box', 'other']
    const document = await readDocx(
      docxOf({
        body,
        relationships: parts.map((name) => [name, 'control', `activeX/${name}.xml`] as const),
        parts: {
          'word/activeX/text.xml': inBag(classes.text, { Value: 'Ann' }),
          'word/activeX/box.xml': control(classes.box, 'persistStorage'),
          'word/activeX/_rels/box.xml.rels': relationshipsXml([['b', 'activeXControlBinary', 'box.bin']]),
          'word/activeX/box.bin': compoundFileOf({ contents: morphData('1', 'agreed – ja') }),
          'word/activeX/other.xml': inBag(classes.other, { Movie: 'x' }),
        },
      }),
    )
    assert.deepEqual(blockOutline(document), [['paragraph', 'Name: Ann ☑ agreed – ja']])
    assert.deepEqual(fieldsOf(document), [
      ['text', 'Name', 'Ann'],
      ['checkbox', 'agreed – ja', '☑'],
    ])
    assert.match(document.warnings[0]?.message ?? '', /has a control of a form/)
  })

  it('are read on slides, each where it stands, and told where their answer is not read', async () => {
    const place = (y: number): string =>
      `<p:spPr><a:xfrm><a:off x="0" y="${y}"/><a:ext cx="50" cy="10"/></a:xfrm></p:spPr>`
    const text = (y: number, words: string): string =>
      `<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr>${place(y)}<p:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`
    const onSlide = (id: string, y: number): string => `<p:control r:id="${id}"><p:pic>${place(y)}</p:pic></p:control>`
    const controls = `<p:controls>${onSlide('name', 20)}${onSlide('box', 60)}${onSlide('other', 80)}</p:controls>`
    const slide = `<p:sld ${officeNamespaces}><p:cSld><p:spTree>${text(0, 'Your name')}${text(40, 'Your choice')}</p:spTree>${controls}</p:cSld></p:sld>`
    const document = await readPptx(
      pptxOf([{ shapes: '' }], {
        'ppt/slides/slide1.xml': slide,
        'ppt/slides/_rels/slide1.xml.rels': relationshipsXml(
          ['name', 'box', 'other'].map((name) => [name, 'control', `../activeX/${name}.xml`] as const),
        ),
        'ppt/activeX/name.xml': inBag(classes.text, { Value: 'Ann' }),
        'ppt/activeX/box.xml': inBag(classes.box, { Value: '1', Caption: 'by post' }),
        'ppt/activeX/other.xml': inBag(classes.other, { Movie: 'x' }),
      }),
    )
    assert.deepEqual(
      blockOutline(document).map(([, words]) => words),
      ['Your name', 'Ann', 'Your choice', '☑ by post'],
    )
    assert.match(document.warnings[0]?.message ?? '', /^Slide 1 has a control of a form/)
  })

  it('are not read where their bytes end in them or are others', () => {
    const whole = morphData('Ann', 'Name')
    assert.deepEqual(propertiesOfMorphData(whole), { value: 'Ann', caption: 'Name', isSecret: false })
    for (let end = 0; end < whole.length; end += 1) assert.equal(propertiesOfMorphData(whole.subarray(0, end)), null)
    assert.equal(propertiesOfMorphData(Buffer.alloc(100)), null)
    // Every property, and texts of four thousand million bytes.
    assert.equal(propertiesOfMorphData(Buffer.concat([Buffer.of(0, 2), Buffer.alloc(200, 0xff)])), null)
  })
})
