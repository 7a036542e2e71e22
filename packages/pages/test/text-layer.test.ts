import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { lyingPdf } from '@polyparse/test-support/lying-pdf'
import { pdfOf, png } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'
import { isNoise } from '../src/pdf/verdict/false-layer.ts'

const lines = [
  'The office received 1,650 applications in the year 2024,',
  'which is 7.8 percent more than the 1,539 of the year before.',
  'Benefits of 93 crowns are paid to officials who suffer a loss.',
  'Please bring the certificate, the signed affidavit and 47 photos.',
]

type Reading = { readonly text: string; readonly warnings: readonly string[] }

const read = async (bytes: Uint8Array, languages: readonly string[] | null = null): Promise<Reading> => {
  const document = await structureEngine.read(bytes, {
    ...defaultRequest,
    mediaType: 'application/pdf',
    recognition: { ...defaultRequest.recognition, languages },
  })
  return {
    text: markdown(document).replaceAll(/\s+/g, ' ').trim(),
    warnings: document.warnings.map(({ code, page }) => `${code} ${page}`),
  }
}

/** In a language that no page can be recognised in, so that it fails if one has to be. */
const readUnseen = (bytes: Uint8Array): Promise<Reading> => read(bytes, ['none'])

const repaired = (text: readonly string[]) => ({ text: text.join(' '), warnings: ['text_layer_repaired 1'] })

/** The letter that stands some places further in the alphabet. */
const shifted = (character: string): string => {
  const first = /[a-z]/.test(character) ? 0x61 : 0x41
  return /[A-Za-z]/.test(character)
    ? String.fromCodePoint(first + ((character.charCodeAt(0) - first + 7) % 26))
    : character
}

describe('a text layer', () => {
  it('is believed without a warning where its characters have the shapes of their codes', async () => {
    for (const font of ['Helvetica', 'Times-Roman'] as const) {
      const bytes = lyingPdf({ lines, font, claims: (character) => character })
      assert.deepEqual(await read(bytes), { text: lines.join(' '), warnings: [] })
    }
  })

  it('is believed where a heading is set in small capitals', async () => {
    const heading = 'CHANGES IN USAGE'
    const claims = (character: string): string => (heading.includes(character) ? character.toLowerCase() : character)
    assert.deepEqual(await readUnseen(lyingPdf({ lines: [heading, ...lines], claims })), {
      text: `${heading.toLowerCase()} ${lines.join(' ')}`,
      warnings: [],
    })
  })

  it('is not recognised for a sign in a font of its own, which is no text', async () => {
    const sign = { drawn: '#', claimed: '`' }
    const { text, warnings } = await readUnseen(lyingPdf({ lines, claims: (character) => character, sign }))
    assert.equal(text.includes(lines.join(' ')), true)
    assert.deepEqual(warnings, ['text_layer_untrusted 1'])
  })

  it('is restored where it has other letters than the page', async () => {
    assert.deepEqual(await read(lyingPdf({ lines, claims: shifted })), repaired(lines))
  })

  it('is restored where it has other figures than the page', async () => {
    const claims = (character: string): string =>
      /\d/.test(character) ? String((Number(character) * 3 + 1) % 10) : character
    assert.deepEqual(await read(lyingPdf({ lines, claims })), repaired(lines))
  })

  it('is restored where its codes are private or say nothing', async () => {
    const privately = (character: string): string => String.fromCodePoint(0xf0_00 + character.charCodeAt(0))
    assert.deepEqual(await read(lyingPdf({ lines, claims: privately })), repaired(lines))
    const controls = new Map([...new Set(lines.join(''))].map((character, index) => [character, index + 14]))
    const codes = (character: string): string => String.fromCodePoint(controls.get(character) ?? 1)
    assert.deepEqual(await read(lyingPdf({ lines, claims: codes })), repaired(lines))
  })

  it('is restored where its letters are the pictures of another font', async () => {
    const dingbat = (character: string): string => String.fromCodePoint(0x27_00 + character.charCodeAt(0))
    assert.deepEqual(await read(lyingPdf({ lines, claims: dingbat })), repaired(lines))
  })

  it('keeps a minus that has the code of a control character', async () => {
    const minus = ['The balance fell from 1,208 to –635 crowns,', 'and in the year after that to –7,912 crowns.']
    const { text, warnings } = await read(
      lyingPdf({ lines: minus, claims: (character) => (character === '–' ? '\u0003' : character) }),
    )
    assert.equal(text, minus.join(' ').replaceAll('–', '−'))
    assert.deepEqual(warnings, ['text_layer_repaired 1'])
  })

  it('is restored where one code page was taken for another', async () => {
    const french = [
      'La société a décidé d’élever la quantité de pièces à 7,168 unités,',
      'malgré la réserve émise à Orléans près de la forêt en été.',
    ]
    const roman = new TextDecoder('macintosh')
    const claims = (character: string): string =>
      character === '’'
        ? 'í'
        : character.charCodeAt(0) < 0x80
          ? character
          : roman.decode(Uint8Array.of(character.charCodeAt(0)))
    assert.deepEqual(await read(lyingPdf({ lines: french, claims })), repaired(french))
  })

  it('leaves out text that is cut away', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(12).text('Everybody can read this sentence.', 60, 200)
      pdf.save().rect(60, 300, 100, 40).clip().text('This sentence is cut away.', 60, 500).restore()
      pdf.save().rect(50, 590, 400, 40).clip().text('And this one stands in its frame.', 60, 600).restore()
    })
    assert.deepEqual(await read(bytes), {
      text: 'Everybody can read this sentence. And this one stands in its frame.',
      warnings: ['hidden_text 1'],
    })
  })

  it('has the lam of an Arabic ligature before its alef', async () => {
    const letters = new Map(Object.entries({ a: 'س', b: 'ل', c: 'م', d: 'ت', x: 'لا', y: 'لإ' }))
    const claims = (character: string): string => letters.get(character) ?? character
    // Drawn from the left, read from the right.
    const { text } = await read(lyingPdf({ lines: ['', '', '', '', 'dca dxca bya'], claims }))
    assert.equal(text, 'سلإل سملات سمت')
  })

  it('has Latin letters where Cyrillic and Greek ones only look like them', async () => {
    const letters = new Map(Object.entries({ a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', B: 'Β' }))
    const { text, warnings } = await read(
      lyingPdf({ lines, claims: (character) => letters.get(character) ?? character }),
    )
    assert.equal(text, lines.join(' '))
    assert.deepEqual(warnings, ['text_layer_repaired 1'])
  })

  it('keeps Cyrillic words beside Latin ones', async () => {
    const letters = new Map(Object.entries({ '1': 'м', '2': 'о', '3': 'р', '4': 'е', '5': 'с', '6': 'у' }))
    const text = 'Words of a page that is in English, with 1234 and 562 from another script'
    const reading = await read(
      lyingPdf({ lines: ['', '', text], claims: (character) => letters.get(character) ?? character }),
    )
    assert.match(reading.text, /with море and суо from/)
  })

  it('has the letters of other Arabic ligatures in their order as well', async () => {
    const letters = new Map(Object.entries({ a: 'س', d: 'ت', x: 'لم', y: 'في' }))
    const claims = (character: string): string => letters.get(character) ?? character
    const { text } = await read(lyingPdf({ lines: ['', '', '', '', 'dxa adya'], claims }))
    assert.equal(text, 'سفيتس سلمت')
  })

  it('has Arabic digits, brackets and Latin words in Arabic text as they are read', async () => {
    const letters = new Map(Object.entries({ a: 'س', b: 'ل', c: 'م', d: 'ت', '1': '١', '2': '٢', '3': '٣', '4': '٤' }))
    const claims = (character: string): string => letters.get(character) ?? character
    const line = 'acd 3412 (KLM & OPQ) bac (RST) cab'
    const { text } = await read(lyingPdf({ lines: ['', '', '', '', line], claims }))
    assert.equal(text, 'لسم (RST) مسل (KLM & OPQ) ٣٤١٢ تمس')
  })

  it('is not used over a scan where it is noise', () => {
    const noise = '3ené S6lQeil Strlet5 SpBer 5el1 8r reO6esi la0Ia3ch Bf Ohe m0iih O7S l0!Q65 Bnti!the cQn1rmid cr5wSs'
    assert.equal(isNoise(noise.split(' ')), true)
    assert.equal(isNoise(lines.join(' ').split(' ')), false)
    assert.equal(
      isNoise('The A4 pages of MP3 files, COVID19 and H2O: see 3rd and 21st, or B12 on p. 7'.split(' ')),
      false,
    )
  })

  it('has its lines over a scan where signs have sizes and heights of their own', async () => {
    const texts = [
      'gypsum which is of so indestructible a nature as',
      'to have been called by early chemists the “ earth of',
      'bones ” — and a small portion of carbonate of lime and',
      'from which all may conclude that half of the weight is',
    ]
    const bytes = await pdfOf((pdf) => {
      pdf.image(png(60, 84), 0, 0, { width: 595.28, height: 841.89 }).addContent('3 Tr')
      for (const [index, text] of texts.entries()) {
        let x = 60
        for (const word of text.split(' ')) {
          const y = 100 + index * 14 - (/[“”]/.test(word) ? 3.5 : 0)
          pdf.fontSize(/[“”—]/.test(word) ? 26 : 10).text(word, x, y, { baseline: 'alphabetic', lineBreak: false })
          x += pdf.widthOfString(`${word} `)
        }
      }
    })
    const { text } = await read(bytes)
    assert.equal(text.replace(/ !.*/, ''), texts.join(' ').replace(' ”', '”'))
  })

  it('has words where the letters of a heading are set apart', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(18).text('NOTES FOR OFFICIALS', 60, 200, { characterSpacing: 8, lineBreak: false })
      pdf.fontSize(11).text(lines.join(' '), 60, 260, { width: 400 })
    })
    assert.deepEqual(await read(bytes), { text: `# NOTES FOR OFFICIALS ${lines.join(' ')}`, warnings: [] })
  })

  it('has words where each letter is drawn by itself, with some white or more, whose words are short', async () => {
    const texts = ['Vins de table', 'Rouge de la vallée', 'Blanc sec 12.50']
    for (const white of [0.14, 0.159, 0.2, 0.3, 0.5]) {
      const bytes = await pdfOf((pdf) => {
        pdf.fontSize(10)
        for (const [index, text] of texts.entries()) {
          let x = 60
          for (const letter of text) {
            if (letter !== ' ') pdf.text(letter, x, 100 + 30 * index, { lineBreak: false })
            x += pdf.widthOfString(letter) + 10 * white
          }
        }
        pdf.text(lines.join(' '), 60, 260, { width: 400 })
      })
      assert.equal((await read(bytes)).text, [...texts, ...lines].join(' '), `white of ${white}`)
    }
  })

  it('has the words beside dots that are apart as they are', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(10)
      for (const [row, page] of [4, 8].entries()) {
        const top = 100 + 20 * row
        pdf.text(`${row + 5} Results`, 60, top, { lineBreak: false })
        pdf.text('.'.repeat(60), 110, top, { characterSpacing: 2, lineBreak: false })
        pdf.text(`${page}`, 396.3, top, { lineBreak: false })
      }
    })
    assert.match((await read(bytes)).text, /^5 Results.*… \.?4 6 Results.*… \.?8$/)
  })

  it('has words where a space is typed after each letter, and more between words', async () => {
    const typed = async (text: string): Promise<string> => {
      const bytes = await pdfOf((pdf) => {
        pdf.fontSize(11).text(text, 60, 200).text(lines.join(' '), 60, 260, { width: 400 })
      })
      return (await read(bytes)).text.replace(` ${lines.join(' ')}`, '')
    }
    assert.equal(await typed('R e p o r t   o n   t h e   h a r b o u r'), 'Report on the harbour')
    assert.equal(await typed('M T W T F S S'), 'M T W T F S S')
    assert.equal(await typed('A   B   C   D   E   F'), 'A B C D E F')
  })
})
