import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Warning } from '@polyparse/document'
import { reader } from '@polyparse/test-support/reading'
import { charsets, decodeText, type EngineRequest } from '@polyparse/engine'
import fc from 'fast-check'
import { articleEngine } from '../src/articles/article-engine.ts'
import { emlEngine } from '../src/mail/eml-engine.ts'
import { textEngine } from '../src/text/plain/text-engine.ts'
import { sourceEngine } from '../src/text/source/source-engine.ts'
import { encodeText } from './support/encode-text.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const decode = (bytes: Uint8Array, declared: string | null = null): { text: string; warnings: Warning[] } => {
  const warnings: Warning[] = []
  return { text: decodeText(bytes, { declared, warnings }), warnings }
}
const encode = (text: string, charset: string): Uint8Array => encodeText(text, charset)

const ukrainian = ["Ім'я;Місто\nЇжакевич;Київ\nЄвген;Чернігів", 'Договір набирає чинності з дня його підписання.']
const russian = ['Имя;Город\nИван;Москва\nОльга;Тверь', 'Договор поставки: товар передаётся за десять дней.']
const japanese = ['名前,年齢,住所\n佐藤太郎,30,東京\n三木英子,25,大阪', '請求書の件について、ご確認ください。']
const polish = [
  'Umowa nr 15: Sprzedający zobowiązuje się dostarczyć towar.',
  'Imię;Miasto\nŁukasz;Łódź\nAgnieszka;Kraków',
]
const czech = ['Příliš žluťoučký kůň úpěl ďábelské ódy', 'Jméno;Město\nJiří;Plzeň\nBožena;Děčín']
const hungarian = [
  'Árvíztűrő tükörfúrógép, a szerződés időtartama öt év',
  'Név;Város\nKovács Győző;Győr\nSzűcs Örs;Pécs',
]
const greek = ['Τιμολόγιο αρ. 15', 'Η συμφωνία ισχύει από σήμερα.', 'Όνομα;Πόλη\nΓιώργος;Αθήνα', 'ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ']
const arabic = ['في قرية من القرى كان هناك رجل', 'الاسم;المدينة\nمحمد;القاهرة']
const german = ['Müller;Größe', 'Die Straße führt über die Brücke.']

const textsByCharset: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': [...polish, ...czech, ...hungarian],
  'iso-8859-2': [...polish, ...czech, ...hungarian],
  'windows-1251': [...russian, ...ukrainian, 'ДОГОВОР АРЕНДЫ', 'Акт сверки взаимных расчётов за 2024 год'],
  'koi8-u': ukrainian,
  'koi8-r': [...russian, 'ДОГОВОР АРЕНДЫ'],
  ibm866: [...russian, 'ДОГОВОР АРЕНДЫ'],
  'iso-8859-5': russian,
  'x-mac-cyrillic': russian,
  'windows-1253': greek,
  'iso-8859-7': greek,
  'windows-1254': ['Sözleşme tarihi: bugün, alıcı ödemeyi yapacaktır.', 'İsim;Şehir\nAyşe;İstanbul\nÇağrı;İzmir'],
  'windows-1255': ['החוזה תקף מהיום ועד סוף השנה, והתשלום ייעשה בתוך שלושים יום.', 'שם;עיר\nדוד;חיפה'],
  'windows-1256': arabic,
  'iso-8859-6': arabic,
  'windows-1257': ['Sutartis galioja šešis mėnesius, mokėjimas per dešimt dienų.'],
  'windows-874': ['สวัสดีครับ ราคา 100 บาท', 'ใบแจ้งหนี้เลขที่ 15'],
  ibm850: [...german, 'Le café est très bon, à bientôt', 'Nombre;Ciudad\nMuñoz;Málaga\nPeña;Cádiz'],
  ibm852: [...polish, ...czech],
  ibm857: ['Sözleşme tarihi: bugün, alıcı ödemeyi yapacaktır.', 'Ad;Şehir\nGülşah;İstanbul\nÇağrı;Iğdır'],
  ibm737: greek.slice(1, 3),
  ibm862: ['החוזה תקף מהיום ועד סוף השנה, והתשלום ייעשה בתוך שלושים יום.'],
  'x-mac-ce': [...polish, ...czech],
  macintosh: [...german, 'Le café est très bon, à bientôt', 'Señor Peña vive en España'],
  shift_jis: japanese,
  'euc-jp': japanese,
  gb18030: ['合同编号:2031-7\n甲方应在收货后十日内付款。', '姓名,城市\n张伟,北京\n李娜,上海'],
  big5: ['合約編號:2031\n甲方應於收貨後十日內付款。', '姓名,城市\n陳大文,台北\n林小姐,高雄'],
  'euc-kr': ['계약서 번호 2031. 구매자는 십일 이내에 지급한다.', '이름,도시\n김철수,서울\n박영희,부산'],
}

/** Languages of windows-1252, whose words are mixed as in lists of names. */
const westernWords = [
  'äöüÄÖÜß Müller Größe Straße über Ärger Köln Übung weiß Jürgen Schröder fünf Öl',
  'café déjà été où façade garçon Noël naïve forêt œuvre Côté À l’été ça «bonjour»',
  'señor Peña ¿qué? mañana niño Ñandú años José México canción 1ª 2º',
  'São João não ações coração português à três avó Conceição',
  'perché è città più però università',
  'feliç braç dolç català això però açò raó',
  'Malmö Åland smörgås Ærø Tromsø på blåbær Øst',
  'Þórður Ísland það ör Reykjavík',
  'coöperatie één Zoë geïnteresseerd',
  '5 € 100 °C ±5 ½ © ® m² m³ µg £5 “Hello” ‘so’ – … • § 1,5 don’t',
].map((line) => line.split(' '))

describe('the charset of a text', () => {
  for (const [charset, texts] of Object.entries(textsByCharset))
    it(`is read as ${charset}, with a warning`, () => {
      for (const text of texts) {
        const { text: read, warnings } = decode(encode(text, charset))
        assert.equal(read, text)
        assert.deepEqual(
          warnings.map(({ code }) => code),
          ['charset_guessed'],
        )
        assert.match(
          warnings[0]?.message ?? '',
          /^The text does not say its charset; it was read as \S+, which is \d+ % sure\.$/,
        )
      }
    })

  it('is not guessed in a thousand short texts of Western Europe', () => {
    const line = fc
      .constantFrom(...westernWords)
      .chain((words) => fc.array(fc.constantFrom(...words, 'and', '12', 'Berlin'), { minLength: 1, maxLength: 12 }))
    const text = fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((lines) => lines.map((words) => words.join(' ')).join('\n'))
    fc.assert(
      fc.property(text, (written) => {
        assert.deepEqual(decode(encode(written, 'windows-1252')), { text: written, warnings: [] })
        assert.deepEqual(decode(Buffer.from(written)), { text: written, warnings: [] })
      }),
      { numRuns: 1000 },
    )
  })

  it('is the declared one where its letters are plausible, and another where they are not', () => {
    const [polishText = ''] = polish
    const [russianText = ''] = russian
    assert.deepEqual(decode(encode(polishText, 'iso-8859-2'), 'ISO-8859-2'), { text: polishText, warnings: [] })
    const text = 'Łódź'
    assert.deepEqual(decode(encode(text, 'windows-1250'), 'windows-1250'), { text, warnings: [] })
    const lied = decode(encode(russianText, 'windows-1251'), 'iso-8859-1')
    assert.equal(lied.text, russianText)
    assert.match(lied.warnings[0]?.message ?? '', /not plausible in the charset iso-8859-1, which it declares/)
    const [arabicText = ''] = arabic
    assert.equal(decode(encode(arabicText, 'windows-1256'), 'utf-8').text, arabicText)
    assert.deepEqual(decode(Buffer.from(russianText), 'windows-1252'), { text: russianText, warnings: [] })
  })

  it('is told by an amount in euros, which another charset shows as a sign that nobody writes', () => {
    const text = 'Müller;Größe;1.250,50 €'
    const read = decode(encode(text, 'iso-8859-15'), 'iso-8859-1')
    assert.equal(read.text, text)
    assert.match(read.warnings[0]?.message ?? '', /read as iso-8859-15/)
    const generic = 'Beträge wie „5 ¤“ sind für jede Währung, also auch für Dänemark – größer als null.'
    assert.deepEqual(decode(encode(generic, 'windows-1252')), { text: generic, warnings: [] })
  })

  it('is the one of DOS that the text declares, by any of its names', () => {
    for (const name of ['cp850', 'IBM850', 'ibm-850', '850'])
      assert.deepEqual(decode(encode('Größe', 'ibm850'), name), { text: 'Größe', warnings: [] })
  })

  it('is detected in the bytes of UTF-32, with and without its mark', () => {
    const text = 'Straße 5 €, 東京 𝛼'
    const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    for (const mark of [[], [0xfeff]]) {
      const bytes = Buffer.alloc(4 * (mark.length + codes.length))
      for (const [index, code] of [...mark, ...codes].entries()) bytes.writeUInt32BE(code, 4 * index)
      assert.deepEqual(decode(bytes), { text, warnings: [] })
      assert.deepEqual(decode(Buffer.from(bytes).swap32()), { text, warnings: [] })
    }
  })

  it('is detected in the bytes of UTF-16, ISO-2022-JP and UTF-7', () => {
    assert.equal(decode(Buffer.from('\uFEFFЖук', 'utf16le')).text, 'Жук')
    assert.equal(decode(Buffer.from('\u001B$BF|K\\\u001B(B', 'latin1')).text, '日本')
    assert.equal(decode(Buffer.from('F+APw-r 5 +IKw- +- 1'), 'utf-7').text, 'Für 5 € + 1')
    assert.equal(decode(Buffer.from('F+APw-r')).text, 'F+APw-r')
  })

  it('stays UTF-8 where a few of its bytes are damaged, with a warning', () => {
    const text = 'Größe, Maß und Übermaß, Öl. '.repeat(20)
    const { text: read, warnings } = decode(Buffer.concat([Buffer.from(text), Buffer.of(0xc3), Buffer.from(' Ende')]))
    assert.equal(read, `${text}\uFFFD Ende`)
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['charset_guessed'],
    )
  })

  it('is that of a long text whose beginning is in English but for a sign', () => {
    const english = 'This line is in English and has nothing else in it, as licences have.\n'.repeat(200)
    const long: Readonly<Record<string, string>> = {
      'windows-1250': czech.join('\n').repeat(30),
      'windows-1251': russian.join('\n').repeat(30),
      'windows-1253': greek.join('\n').repeat(30),
      shift_jis: japanese.join('\n').repeat(30),
    }
    for (const [charset, text] of Object.entries(long)) {
      const whole = `Copyright ${charset === 'shift_jis' ? '“A”' : '© 2024'}\n${english}${text}`
      const read = decode(encode(whole, charset))
      assert.equal(read.text, whole, charset)
      assert.deepEqual(
        read.warnings.map(({ code }) => code),
        ['charset_guessed'],
      )
    }
    const western = `Copyright © 2024\n${english}${german.join('\n').repeat(300)}`
    assert.deepEqual(decode(encode(western, 'windows-1252')), { text: western, warnings: [] })
    // Characters of two bytes, and never a space between them.
    const dense = '甲方应在收货后十日内付款。'.repeat(2000)
    assert.equal(decode(encode(dense, 'gb18030')).text, dense)
  })

  it('may change in the middle, or be none at all, without harm', async () => {
    const parts = Object.entries(textsByCharset).map(([charset, [text = '']]) => encode(text, charset))
    for (const part of parts) for (const other of parts) assert.notEqual(decode(Buffer.concat([part, other])).text, '')
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => typeof decode(bytes).text === 'string'))
    const large = new Uint8Array(20_000_000).fill(0xe9)
    await withinCpu(3000, () => decode(large))
  })
})

describe('a charset that the caller names', () => {
  const short = 'Łąkę'
  const read = async (
    engine: typeof textEngine,
    mediaType: string,
    bytes: Uint8Array,
    options: Partial<EngineRequest>,
  ) => reader(engine, mediaType)(bytes, options)

  it('is that of the text, whatever its letters and its declaration tell', async () => {
    const bytes = encode(short, 'windows-1250')
    const { pages, warnings } = await read(textEngine, 'text/plain', bytes, { charset: 'windows-1250' })
    assert.deepEqual([pages[0]?.blocks[0]?.text, warnings], [short, []])
    const head = 'From: a@example.com\r\nContent-Type: text/plain; charset=iso-8859-1\r\nSubject: '
    const mail = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n\r\n'), bytes])
    const { pages: mailPages } = await read(emlEngine, 'message/rfc822', mail, { charset: 'windows-1250' })
    const texts = mailPages[0]?.blocks.map(({ text }) => text)
    assert.deepEqual([texts?.[0], texts?.at(-1)], [short, short])
  })

  it('is doubted where the text has bytes that it has not', async () => {
    const { warnings } = await read(textEngine, 'text/plain', Buffer.of(0x61, 0xff), { charset: 'utf-8' })
    assert.deepEqual(
      warnings.map(({ code, message }) => [code, message]),
      [
        [
          'charset_guessed',
          'The text has bytes that are none in utf-8, as it was said to be in; they are shown as U+FFFD.',
        ],
      ],
    )
  })

  it('is one that can be read', () => {
    for (const charset of charsets)
      assert.equal(
        decodeText(Buffer.from('a\0').subarray(0, charset.startsWith('utf-16') ? 2 : 1), { charset, warnings: [] })
          .length,
        1,
      )
  })
})

describe('XML in another charset than UTF-8', () => {
  const [text = ''] = russian.slice(1)
  const article = `<article><body><p>${text}</p></body></article>`

  it('is read in the one that it declares, or, with a warning, in the one that its letters tell', async () => {
    const declared = `<?xml version="1.0" encoding="koi8-r"?>${article}`
    for (const [source, charset, told] of [
      [declared, 'koi8-r', 0],
      [article, 'windows-1251', 1],
      [article, 'utf-8', 0],
    ] as const) {
      const bytes = charset === 'utf-8' ? Buffer.from(source) : encode(source, charset)
      const jats = await reader(articleEngine, 'application/jats+xml')(bytes)
      assert.equal(jats.pages[0]?.blocks[0]?.text, text)
      const code = await reader(sourceEngine, 'application/xml')(bytes)
      assert.equal(code.pages[0]?.blocks[0]?.text, source)
      for (const { warnings } of [jats, code]) assert.equal(warnings.length, told)
    }
  })
})
