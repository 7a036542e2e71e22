import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areBold, haveRegularWeight } from '../src/language/bold.ts'
import { joinLines } from '../src/language/line-joints.ts'
import { isCaptionLabel, isNoteLabel } from '../src/language/captions.ts'
import { areMostlyRightToLeft, inReadingOrder, isRightToLeft } from '../src/language/direction.ts'
import { hasPageNumber, isPageNumber } from '../src/language/page-numbers.ts'
import { languageOfText } from '../src/language/text-language.ts'
import { canEndParagraph, endsSentence, readsOn } from '@polyparse/engine'

const all = (texts: readonly string[], is: (text: string) => boolean, expected: boolean): void => {
  assert.ok(texts.length > 0)
  for (const text of texts) assert.equal(is(text), expected, text)
}

describe('the label of a caption', () => {
  it('is known in English, German, French, Spanish, Italian, Portuguese and Dutch', () => {
    const labels = [
      ['Table 3. Ports', 'TABLE II', 'Figure 2a', 'Fig. 7', 'Chart 1', 'Exhibit B', 'Box 4'],
      ['Tabelle 12: Häfen', 'Tab. 3', 'Abbildung 1', 'Abb. 2', 'Übersicht 4'],
      ['Tableau IV', 'Graphique 2', 'Encadré 1'],
      ['Tabla 3', 'Cuadro 5', 'Figura 1', 'Gráfico 2', 'Recuadro 3'],
      ['Tabella 1', 'Grafico 2', 'Riquadro 3'],
      ['Tabela 1', 'Quadro 2', 'Caixa 3'],
      ['Tabel 1', 'Figuur 2', 'Afbeelding 3', 'Grafiek 4'],
    ]
    all(labels.flat(), isCaptionLabel, true)
  })

  it('may be numbered within an appendix or a chapter, in letters, or without a space', () => {
    all(
      ['Table A.1: Census', 'Table B-2', 'Figure S1', 'Figure 1.2', 'Table iv', 'Box A', 'Fig.3'],
      isCaptionLabel,
      true,
    )
  })

  it('is not the beginning of a sentence with the same word', () => {
    all(
      ['Table views are slow', 'Tables 1 and 2', 'Boxing day', 'Charting a course', 'Figure each of them out', 'Table'],
      isCaptionLabel,
      false,
    )
  })
})

describe('the label of a note', () => {
  it('is known with a colon or a full stop after it', () => {
    all(
      [
        'Source: census',
        'Notes. All values',
        'Quelle: Amt',
        'Anmerkungen: keine',
        'Fuente: INE',
        'Fonti: Istat',
        'Bron: CBS',
      ],
      isNoteLabel,
      true,
    )
    all(['Sources of error', 'Note that', 'Notebook: 3'], isNoteLabel, false)
  })
})

describe('the end of a sentence', () => {
  it('is a full stop or the like, also before a quotation mark, a bracket or the number of a note', () => {
    all(
      ['It is so.', 'Is it?', '“Never!”', '(as shown.)', 'as follows:', 'to be continued…', 'as shown.12'],
      endsSentence,
      true,
    )
    all(
      ['It is', 'the years 1990 to 2000', 'a, b,', 'U.S', '1,392.80', 'doi:10.1371/journal.0002748', ''],
      endsSentence,
      false,
    )
  })

  it('is not a semicolon or an amount, although a paragraph may end with either', () => {
    const ends = ['one thousand tons;', '1,392.80', 'one thousand tons.']
    assert.deepEqual(ends.map(endsSentence), [false, false, true])
    all(ends, canEndParagraph, true)
    assert.ok(!canEndParagraph('one thousand tons'))
  })

  it('is not between a line and one that reads on from it', () => {
    assert.ok(readsOn('Ministry of', 'Health'))
    assert.ok(readsOn('Ministry', 'of Health'))
    assert.ok(!readsOn('Ministry', 'Health'))
  })
})

describe('the direction of a script', () => {
  const words = (...texts: readonly string[]): { text: string }[] => texts.map((text) => ({ text }))

  it('is from right to left in Hebrew and Arabic', () => {
    all(['שלום', 'مرحبا', '2024 שנה'], isRightToLeft, true)
    all(['peace', '2024', 'Привет', '٣٠٧٢', '۱۴۰۳', '٣٫٥'], isRightToLeft, false)
  })

  it('is followed word by word', () => {
    const read = (...texts: readonly string[]): string[] =>
      inReadingOrder(
        texts.map((text, index) => ({ text, size: 10, box: [index * 50, 0, index * 50 + 40, 10] as const })),
      ).map(({ text }) => text)
    assert.deepEqual(read('one', 'two', '3'), ['one', 'two', '3'])
    assert.deepEqual(read('she', 'said', 'עולם', 'שלום', 'twice'), ['she', 'said', 'שלום', 'עולם', 'twice'])
    assert.deepEqual(read('עולם', 'version', '2', '&', 'more', 'שלום'), ['שלום', 'version', '2', '&', 'more', 'עולם'])
    assert.deepEqual(read('١٢٥٠', 'المبلغ'), ['المبلغ', '١٢٥٠'])
    assert.deepEqual(read('دينار', '١٢٥٠', 'المبلغ'), ['المبلغ', '١٢٥٠', 'دينار'])
    assert.deepEqual(read(')january(', 'المبلغ'), ['المبلغ', '(january)'])
  })

  it('is that of at least half of the words with letters', () => {
    assert.ok(areMostlyRightToLeft(words('שלום', '2024', '3', '4')))
    assert.ok(!areMostlyRightToLeft(words('שלום', 'is', 'peace')))
    assert.ok(!areMostlyRightToLeft([]))
  })
})

describe('bold words', () => {
  const word = (text: string, bold: boolean): { text: string; style: { bold: boolean } } => ({ text, style: { bold } })

  it('are bold throughout, apart from punctuation', () => {
    assert.ok(areBold([word('Total', true), word('–', false)]))
    assert.ok(!areBold([word('Total', true), word('12', false)]))
  })

  it('do not exist where there is only punctuation, which has no regular weight either', () => {
    assert.ok(!areBold([word('—', true)]))
    assert.ok(!haveRegularWeight([word('—', false)]))
    assert.ok(!areBold([]))
  })
})

describe('the number of a page', () => {
  it('is known in seven languages and in Roman numerals', () => {
    all(
      [
        '12',
        '– xiv –',
        'Page 3 of 10',
        'Seite 3 von 10',
        'page 3 sur 10',
        'Página 3 de 10',
        'pagina 3 di 10',
        'p. 7',
        'S. 7',
        '12 | Page',
        '4-12',
        '3/10',
      ],
      isPageNumber,
      true,
    )
    all(['Page', 'Chapter 3', '12 apostles', 'Civil', ''], isPageNumber, false)
  })

  it('is no amount, share, date or number with a sign', () => {
    all(['1,234.56', '12.50', '$ 12', '12 %', '−12', '2026-11-03', '2024 2025'], isPageNumber, false)
  })

  it('may stand at either end of a running head', () => {
    all(['12 THE HISTORY', 'THE HISTORY [xiv]', 'THE HISTORY 12.'], hasPageNumber, true)
    all(['THE HISTORY', 'HENRY 12TH'], hasPageNumber, false)
  })
})

describe('the language of a text', () => {
  it('is told by its most common words', () => {
    const texts = {
      eng: 'We thank you for the order, which is to be paid to our account within thirty days of this date.',
      deu: 'Bitte überweisen Sie den Betrag bis zum Ende des Monats auf das Konto, das unten angegeben ist.',
      fra: 'Nous vous prions de régler le montant de la facture dans les trente jours qui suivent la date.',
      spa: 'El importe de la factura se paga por los clientes en los treinta días que siguen a su fecha.',
      ita: "La preghiamo di pagare l'importo della fattura entro i trenta giorni che seguono la data del documento.",
      por: 'Pedimos que pague o valor da fatura em trinta dias a contar da data do documento, como combinado.',
      nld: 'Wij verzoeken u het bedrag van de factuur te betalen binnen dertig dagen na de datum van het document.',
    }
    for (const [language, text] of Object.entries(texts)) assert.equal(languageOfText(text), language, text)
  })

  it('is told by words that were read without the marks of their letters', () => {
    const texts = {
      pol: 'Prosimy o przestanie naleznosci na konto podane ponizej. Czy to nie jest dla osób, które sa pod opieka?',
      ces: 'Faktura byla vystavena a musí být zaplacena do dvou týdnu. Dekujeme, že jste s výrobky, které jsou pro vás.',
      ron: 'Factura a fost emisa si trebuie platita în termen de doua saptamâni. Va rugam sa virati suma din cont.',
      hun: 'A számla nem fizethetö ki, vagy csak két héten belül kell, hogy az összeg minden ügyfélnek meg legyen.',
      lit: 'Saskaita turi buti apmokéta per dvi savaites ir pagal ja, kad visi iki tos dienos tai žinotu.',
      tur: 'Fatura bu ayin on besinde düzenlenmiştir ve iki hafta için olan bir ödeme ile, ancak daha sonra yapilir.',
      vie: 'Hóa đon này đugc lâp ngày muòi lăm tháng ba. Chúng tôi cám on quý khách hàng và hy vong trong viec này.',
    }
    for (const [language, text] of Object.entries(texts)) assert.equal(languageOfText(text), language, text)
  })

  it('is not told by names, numbers or a quotation', () => {
    const texts = [
      '',
      'Vincent van Gogh, Jan van Eyck and Hendrick de Keyser',
      'INV-2031 31.12.2025 1,204.00 EUR',
      // Slavic languages are not taken for each other where their words do not tell.
      'To je pravilo za sve, od kraja do kraja, i na tome se radi po planu.',
      'In „Der Zauberberg“, “the day of the dead and the end of the war” and „Es ist das Ende, und die Nacht ist der Tag“',
    ]
    for (const text of texts) assert.equal(languageOfText(text), null, text)
  })
})

describe('the lines of a text', () => {
  it('are joined by spaces, except in scripts that have none', () => {
    assert.equal(joinLines(['The first line', 'and the second']), 'The first line and the second')
    assert.equal(
      joinLines(['主要污染物是铅；北京市南', '部郊区存在', '（污染）现象']),
      '主要污染物是铅；北京市南部郊区存在（污染）现象',
    )
    assert.equal(joinLines(['한국어는', '띄어쓰기를 한다']), '한국어는 띄어쓰기를 한다')
  })
})
