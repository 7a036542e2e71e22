import { deflateSync, crc32 } from 'node:zlib'
import { type ZippableFile, zipSync } from 'fflate'

/** Parts of a package by name; text is written as UTF-8. */
export type OfficeParts = Readonly<Record<string, string | Uint8Array>>

/** A package; its type is known by the part `mimetype`, when that is the first and not compressed. */
export const packageOf = (parts: OfficeParts): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]): [string, ZippableFile] => [
        name,
        [typeof part === 'string' ? Buffer.from(part) : part, { level: name === 'mimetype' ? 0 : 6 }],
      ]),
    ),
  )

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const officeNamespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  `xmlns:r="${relations}"`,
].join(' ')

/** Relationships: their ids, types and targets; a target with a scheme is outside of the package. */
export const relationshipsXml = (entries: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ([id, kind, target]) =>
        `<Relationship Id="${id}" Type="${kind.includes('/') ? kind : `${relations}/${kind}`}" Target="${target}"${/^[a-z]+:/.test(target) ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

const contentTypes = (main: string, type: string): string =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`

const coreProperties = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties'

/** The parts that every Office Open XML file has, about this main part. */
const createOpenXmlParts = (main: string, type: string, core = ''): OfficeParts => ({
  '[Content_Types].xml': contentTypes(main, type),
  '_rels/.rels': relationshipsXml([
    ['r1', 'officeDocument', main],
    ['r2', coreProperties, 'docProps/core.xml'],
  ]),
  'docProps/core.xml': `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${core}</cp:coreProperties>`,
})

type Docx = {
  readonly body: string
  readonly styles?: string
  readonly numbering?: string
  readonly footnotes?: string
  readonly core?: string
  readonly relationships?: readonly (readonly [id: string, kind: string, target: string])[]
  readonly parts?: OfficeParts
}

/** A word-processing document; `styles`, `numbering` and `footnotes` are the content of those parts. */
export const docxOf = ({
  body,
  styles,
  numbering,
  footnotes,
  core,
  relationships = [],
  parts = {},
}: Docx): Uint8Array =>
  packageOf({
    ...createOpenXmlParts('word/document.xml', 'wordprocessingml.document', core),
    'word/document.xml': `${declaration}<w:document ${officeNamespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationshipsXml([
      ['s', 'styles', 'styles.xml'],
      ['n', 'numbering', 'numbering.xml'],
      ['f', 'footnotes', 'footnotes.xml'],
      ...relationships,
    ]),
    'word/styles.xml': `<w:styles ${officeNamespaces}>${styles ?? ''}</w:styles>`,
    'word/numbering.xml': `<w:numbering ${officeNamespaces}>${numbering ?? ''}</w:numbering>`,
    'word/footnotes.xml': `<w:footnotes ${officeNamespaces}>${footnotes ?? ''}</w:footnotes>`,
    ...parts,
  })

/** A run of a word-processing document, and a paragraph of runs or of plain text. */
export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
export const paragraphXml = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`

type TestWorkbookSheet = { readonly name: string; readonly state?: string; readonly xml: string }

type WorkbookParts = {
  readonly styles?: string
  readonly texts?: readonly string[]
  /** The names that are defined for places. */
  readonly names?: string
  readonly parts?: OfficeParts
}

/** A spreadsheet; the XML of a sheet is what is within `worksheet`. */
export const xlsxOf = (
  sheets: readonly TestWorkbookSheet[],
  { styles = '', texts = [], names = '', parts = {} }: WorkbookParts = {},
): Uint8Array => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  return packageOf({
    ...createOpenXmlParts('xl/workbook.xml', 'spreadsheetml.sheet', '<dc:title>Figures</dc:title>'),
    'xl/workbook.xml': `${declaration}<workbook ${main} xmlns:r="${relations}"><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="s${index + 1}"/>`,
      )
      .join('')}</sheets><definedNames>${names}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      ['st', 'styles', 'styles.xml'],
      ['sh', 'sharedStrings', 'sharedStrings.xml'],
      ...sheets.map((_, index) => [`s${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
    ]),
    'xl/styles.xml': `<styleSheet ${main}>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet ${main} xmlns:r="${relations}">${xml}</worksheet>`,
      ]),
    ),
    ...parts,
  })
}

/** Rows of a sheet from plain texts and numbers; '' is no cell. */
export const sheetData = (rows: readonly (readonly (string | number)[])[]): string =>
  `<sheetData>${rows
    .map(
      (row, rowIndex) =>
        `<row r="${rowIndex + 1}">${row
          .map((value, column) => {
            const name = `${String.fromCharCode(65 + column)}${rowIndex + 1}`
            if (value === '') return ''
            return typeof value === 'number'
              ? `<c r="${name}"><v>${value}</v></c>`
              : `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`
          })
          .join('')}</row>`,
    )
    .join('')}</sheetData>`

type Slide = {
  /** The content of the shape tree. */
  readonly shapes: string
  readonly hidden?: boolean
  readonly notes?: string
}

/** A presentation on one layout, whose body has bullets. */
export const pptxOf = (slides: readonly Slide[], parts: OfficeParts = {}): Uint8Array =>
  packageOf({
    ...createOpenXmlParts('ppt/presentation.xml', 'presentationml.presentation', '<dc:title>Deck</dc:title>'),
    'ppt/presentation.xml': `${declaration}<p:presentation ${officeNamespaces}><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index + 1}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsXml(
      slides.map((_, index) => [`s${index + 1}`, 'slide', `slides/slide${index + 1}.xml`] as const),
    ),
    'ppt/slideLayouts/slideLayout1.xml': slidePart('sldLayout', placeholder('body', '', 'idx="1"')),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationshipsXml([
      ['m', 'slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
    'ppt/slideMasters/slideMaster1.xml': slidePart(
      'sldMaster',
      '',
      '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles>',
    ),
    ...Object.fromEntries(slides.flatMap((slide, index) => slideParts(slide, index + 1))),
    ...parts,
  })

const slideParts = ({ shapes, hidden = false, notes }: Slide, number: number): [string, string][] => [
  [`ppt/slides/slide${number}.xml`, slidePart('sld', shapes, '', hidden ? 'show="0"' : '')],
  [
    `ppt/slides/_rels/slide${number}.xml.rels`,
    relationshipsXml([
      ['l', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['i', 'image', '../media/image1.png'],
      ...(notes === undefined ? [] : [['n', 'notesSlide', `../notesSlides/notesSlide${number}.xml`] as const]),
    ]),
  ],
  ...(notes === undefined
    ? []
    : [
        [`ppt/notesSlides/notesSlide${number}.xml`, slidePart('notes', placeholder('body', notes))] as [string, string],
      ]),
]

const slidePart = (element: string, shapes: string, rest = '', attributes = ''): string =>
  `${declaration}<p:${element} ${officeNamespaces} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>${rest}</p:${element}>`

/** A shape that fills a place of the layout; each line of the text is a paragraph, its tabs its depth. */
export const placeholder = (type: string, text: string, more = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}" ${more}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${text
    .split('\n')
    .map((line) => {
      const depth = line.length - line.trimStart().length
      return `<a:p><a:pPr lvl="${depth}"/><a:r><a:t>${line.trim()}</a:t></a:r></a:p>`
    })
    .join('')}</p:txBody></p:sp>`

const openDocumentNamespaces = [
  ...['office', 'text', 'table', 'style', 'meta', 'presentation', 'manifest'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ')

type OpenDocument = {
  readonly body: string
  /** Automatic styles of the content. */
  readonly automatic?: string
  readonly styles?: string
  readonly manifest?: string
  readonly parts?: OfficeParts
}

/** A text, spreadsheet or presentation of OpenDocument. */
export const openDocumentOf = (
  kind: 'text' | 'spreadsheet' | 'presentation',
  { body, automatic = '', styles = '', manifest = '', parts = {} }: OpenDocument,
): Uint8Array =>
  packageOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'META-INF/manifest.xml': `<manifest:manifest ${openDocumentNamespaces}>${manifest}</manifest:manifest>`,
    'content.xml': `${declaration}<office:document-content ${openDocumentNamespaces}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${openDocumentNamespaces}><office:styles>${styles}</office:styles></office:document-styles>`,
    'meta.xml': `<office:document-meta ${openDocumentNamespaces}><office:meta><dc:title>Paper</dc:title><meta:initial-creator>Ada</meta:initial-creator></office:meta></office:document-meta>`,
    ...parts,
  })

/** A picture of one colour. */
export const pngOf = (width: number, height: number): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
