import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Box, markdown } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import type { Raster } from '@polyparse/engine/images'
import { boxesApart } from '../src/ocr/recognition/boxes-apart.ts'
import { findTickBoxesInInk } from '../src/ocr/recognition/find-tick-boxes.ts'
import { opticalEngine } from '../src/ocr/optical-engine.ts'
import type { RecognizedLine } from '../src/ocr/recognition/recognition-lines.ts'
import { isLetterOfWord, readAround, touchesWord } from '../src/ocr/recognition/words-in-boxes.ts'

type Fill = (box: Box) => void
type Brush = { readonly fill: Fill; readonly frame: Fill; readonly cross: Fill }

/** A white raster of 200 dots per inch with what is drawn on it in black. */
const rasterOf = (draw: (brush: Brush) => void): Raster => {
  const [width, height] = [600, 200]
  const pixels = new Uint8Array(width * height).fill(255)
  const fill = ([x0, y0, x1, y1]: Box): void => {
    for (let y = y0; y < y1; y += 1) pixels.fill(0, y * width + x0, y * width + x1)
  }
  draw({
    fill,
    frame: ([x0, y0, x1, y1]) => {
      for (const side of [
        [x0, y0, x1, y0 + 2],
        [x0, y1 - 2, x1, y1],
        [x0, y0, x0 + 2, y1],
        [x1 - 2, y0, x1, y1],
      ] as const)
        fill(side)
    },
    cross: ([x0, y0, x1]) => {
      for (let step = 0; step < x1 - x0; step += 1) {
        fill([x0 + step, y0 + step, x0 + step + 2, y0 + step + 2])
        fill([x1 - step - 2, y0 + step, x1 - step, y0 + step + 2])
      }
    },
  })
  return { width, height, channels: 1, pixels }
}

const lineOf = (...words: readonly (readonly [text: string, box: Box])[]): RecognizedLine => ({
  words: words.map(([text, box]) => ({ text, box, confidence: 0.9 })),
  box: [0, 0, 600, 40],
  baseline: 62,
  size: 28,
})

describe('a box to tick in a scan', () => {
  it('is a square of four sides, ticked where there is ink in it', () => {
    const found = findTickBoxesInInk(
      rasterOf(({ frame, cross }) => {
        frame([40, 40, 66, 66])
        frame([240, 40, 266, 66])
        cross([244, 44, 262, 62])
      }),
      200,
    )
    assert.deepEqual(found, [
      { box: [40, 40, 66, 66], isTicked: false },
      { box: [240, 40, 266, 66], isTicked: true },
    ])
  })

  it('is no cell of a grid, and no figure with an open side', () => {
    const found = findTickBoxesInInk(
      rasterOf(({ frame, fill }) => {
        for (const x of [40, 64, 88]) for (const y of [40, 64]) frame([x, y, x + 26, y + 26])
        fill([240, 40, 266, 42])
        fill([240, 40, 242, 66])
        fill([240, 64, 266, 66])
      }),
      200,
    )
    assert.deepEqual(found, [])
  })

  it('is taken out of the words that it was read in', () => {
    const boxes = [
      { box: [40, 40, 66, 66] as const, isTicked: false },
      { box: [240, 40, 266, 66] as const, isTicked: true },
    ]
    const read = readAround(
      [lineOf(['[Jsingle', [40, 38, 140, 68]], ['[X]', [240, 38, 267, 68]], ['married', [272, 38, 360, 68]])],
      boxes,
    )
    assert.deepEqual(
      read.lines.flatMap(({ words }) => words.map(({ text }) => text)),
      ['single', 'married'],
    )
    assert.equal(read.boxes.length, 2)
  })

  it('is no part of a letter of a word', () => {
    const read = readAround([lineOf(['TOOLING', [20, 38, 140, 68]])], [{ box: [40, 40, 66, 66], isTicked: false }])
    assert.deepEqual(read.boxes, [])
    assert.equal(read.lines[0]?.words[0]?.text, 'TOOLING')
  })

  it('is no square of a drawing, which has no text beside it', () => {
    const square: Box = [40, 40, 66, 66]
    const isBox = (word: Box): boolean =>
      readAround([lineOf(['caption', word])], [{ box: square, isTicked: false }]).boxes.length === 1
    assert.ok(isBox([80, 38, 180, 68]), 'a label on its right')
    assert.ok(isBox([0, 38, 30, 68]), 'a label on its left')
    assert.ok(!isBox([40, 80, 140, 110]), 'a caption below it')
    assert.ok(!isBox([300, 38, 400, 68]), 'a word far away')
  })

  it('is taken off the page only beside an empty one of its size, as figures stand in frames too', () => {
    const apartOf = (draw: (brush: Brush) => void): readonly Box[] => {
      const raster = rasterOf(draw)
      return boxesApart(raster, findTickBoxesInInk(raster, 200)).map(({ box }) => box)
    }
    const crossed = ({ frame, cross }: Brush): void => {
      frame([240, 40, 266, 66])
      cross([244, 44, 262, 62])
    }
    assert.deepEqual(apartOf(crossed), [])
    const both = (brush: Brush): void => {
      brush.frame([40, 40, 66, 66])
      crossed(brush)
    }
    const boxes = [
      [40, 40, 66, 66],
      [240, 40, 266, 66],
    ]
    assert.deepEqual(apartOf(both), boxes)
    // A letter in bold, and a square with letters around it.
    const letters = (brush: Brush): void => {
      const { fill, frame } = brush
      both(brush)
      for (const inset of [0, 2, 4]) frame([340 + inset, 40 + inset, 366 - inset, 66 - inset])
      frame([440, 40, 466, 66])
      fill([432, 40, 437, 66])
    }
    assert.deepEqual(apartOf(letters), boxes)
  })

  it('is no bowl of a letter, whose stem goes on, and no letter between two others', () => {
    const raster = rasterOf(({ fill, frame }) => {
      frame([40, 40, 66, 66])
      // The letters d, g and b, each apart from all others.
      frame([140, 40, 166, 66])
      fill([164, 24, 166, 66])
      frame([240, 40, 266, 66])
      fill([264, 40, 266, 76])
      frame([340, 40, 366, 66])
      fill([340, 24, 342, 66])
      // An o in a word that is set wide.
      frame([440, 40, 466, 66])
      fill([426, 40, 430, 66])
      fill([476, 40, 480, 66])
    })
    assert.deepEqual(
      boxesApart(raster, findTickBoxesInInk(raster, 200)).map(({ box }) => box),
      [[40, 40, 66, 66]],
    )
  })

  it('is one of a word if it stands as near to it as a letter, and the word is read with it', () => {
    const box: Box = [40, 40, 66, 66]
    assert.ok(touchesWord([lineOf(['irectory', [70, 38, 200, 68]])], box))
    assert.ok(!touchesWord([lineOf(['label', [80, 38, 200, 68]])], box))
    assert.ok(isLetterOfWord([lineOf(['directory', [40, 38, 200, 68]])], box))
    assert.ok(!isLetterOfWord([lineOf(['[]single', [40, 38, 140, 68]])], box))
  })

  it('is told with its label whatever ticks it, and leaves other squares their letters', async () => {
    const labels = ['single', 'married', 'widowed', 'divorced']
    const bytes = await pdfOf((pdf) => {
      pdf.font('Helvetica-Bold').fontSize(16).text('Application form to fill in', 50, 50)
      pdf.font('Helvetica').fontSize(10).text('Please tick what is right, and send the form to the office.', 50, 80)
      for (const [index, label] of labels.entries()) {
        const [x, y] = [50 + index * 110, 110]
        pdf.rect(x, y, 9, 9).stroke()
        if (index === 1)
          pdf
            .moveTo(x + 1, y + 5)
            .lineTo(x + 4, y + 8)
            .lineTo(x + 8, y + 1)
            .stroke()
        if (index === 2) pdf.rect(x, y, 9, 9).fill('black')
        // It reaches far out of its box.
        if (index === 3)
          pdf
            .moveTo(x + 1, y + 4)
            .lineTo(x + 4, y + 8)
            .lineTo(x + 12, y - 4)
            .stroke()
        pdf.text(label, x + 14, y + 1, { lineBreak: false })
      }
    })
    const document = await opticalEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
    const text = markdown(document)
    assert.match(text, /Application form to fill in/)
    assert.match(text, /☐ single ☑ married ☑ widowed ☑ divorced/u)
  })
})
