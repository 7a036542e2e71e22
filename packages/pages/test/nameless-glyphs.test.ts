import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Box, type Document, markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { rawPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Shape = { readonly code: string; readonly ink: Box }

/** Shapes of a bitmap font of TeX, without names and without Unicode: a dot, a dash, and one as high as a capital. */
const shapes: Readonly<Record<'dot' | 'dash' | 'letter', Shape>> = {
  dot: { code: '\\210', ink: [6, 6, 44, 44] },
  dash: { code: '\\025', ink: [2, 24, 55, 28] },
  letter: { code: '\\001', ink: [4, 0, 66, 70] },
}

const glyph = ({ ink }: Shape): string => {
  const [left, bottom, right, top] = ink
  return streamOf(`70 0 ${ink.join(' ')} d1 ${left} ${bottom} ${right - left} ${top - bottom} re f`)
}

/** A page in Helvetica, `F`, and in a font of three shapes, `S`. */
const read = (content: string): Promise<Document> =>
  structureEngine.read(
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /S 6 0 R >> >> >>',
      streamOf(content),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 100 100] /FontMatrix [.01 0 0 .01 0 0] /FirstChar 0 /LastChar 255
         /Widths [${Array.from({ length: 256 }, () => 70).join(' ')}]
         /Encoding << /Type /Encoding /Differences [1 /a1 21 /a21 136 /a136] >>
         /CharProcs << /a1 7 0 R /a21 8 0 R /a136 9 0 R >> /Resources << >> >>`,
      glyph(shapes.letter),
      glyph(shapes.dash),
      glyph(shapes.dot),
    ]),
    { ...defaultRequest, mediaType: 'application/pdf' },
  )

const line = (y: number, text: string, x = 80): string => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET`
const sign = (y: number, { code }: Shape, x = 66): string => `BT /S 10 Tf ${x} ${y} Td (${code}) Tj ET`

const paragraph = [700, 686, 672].map((y) =>
  line(y, 'Ships wait until the flag is raised, and pay their fees at the office before they leave.', 60),
)

describe('glyphs of a PDF that the font names as no character', () => {
  it('are the bullets and dashes of lists where they have their shape, and begin a line', async () => {
    const document = await read(
      [
        ...paragraph,
        sign(650, shapes.dot),
        line(650, 'All ships must wait'),
        sign(636, shapes.dot),
        line(636, 'No ship may anchor'),
        sign(622, shapes.dash, 86),
        line(622, 'small ones pay half', 100),
        sign(608, shapes.dash, 86),
        line(608, 'large ones pay double', 100),
      ].join('\n'),
    )
    assert.match(
      markdown(document),
      /\n- All ships must wait\n- No ship may anchor\n {2}- small ones pay half\n {2}- large ones pay double$/,
    )
    assert.deepEqual(document.warnings, [])
  })

  it('are the minus of a figure that follows, near or after a gap, and no bullet of a list', async () => {
    const document = await read(
      [
        ...paragraph,
        sign(640, shapes.dash),
        line(640, '12.50 was paid back to the owner'),
        sign(610, shapes.dash),
        line(610, '7.25 is still owed by the harbour', 73),
      ].join('\n'),
    )
    const text = markdown(document)
    assert.match(text, /^− ?12\.50 was paid/m)
    assert.match(text, /^− ?7\.25 is still/m)
  })

  it('stand as a replacement character, with a warning, where nothing tells what they are', async () => {
    const alone = await read([...paragraph, line(640, 'Marked with', 60), sign(640, shapes.letter, 130)].join('\n'))
    assert.match(markdown(alone), /Marked with \uFFFD/)
    assert.deepEqual(
      alone.warnings.map(({ code, page }) => [code, page]),
      [['character_unknown', 1]],
    )
    const turned = await read(
      `${paragraph.join('\n')}\nq 0 1 -1 0 300 300 cm ${line(0, 'Con', 0)} ${sign(0, shapes.letter, 18)} ${line(0, 'rmed', 25)} Q`,
    )
    assert.match(markdown(turned), /Con\uFFFDrmed/)
    assert.deepEqual(
      turned.warnings.map(({ code }) => code),
      ['character_unknown'],
    )
  })
})
