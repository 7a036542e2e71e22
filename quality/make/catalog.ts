import { producers, type Kind, type Producer } from '../documents.ts'
import type { Rendition, ScanEntry, Treatment } from './rendition.ts'

/** What each source is an example of, and its language. */
const sources: Readonly<Record<string, { readonly kind: Kind; readonly language: string }>> = {
  'harbour-report': { kind: 'prose', language: 'eng' },
  'night-train': { kind: 'prose', language: 'eng' },
  'moor-garden': { kind: 'prose', language: 'eng' },
  stadtbaeume: { kind: 'prose', language: 'deu' },
  'marche-couvert': { kind: 'prose', language: 'fra' },
  'tidal-mills': { kind: 'columns', language: 'eng' },
  'glass-song': { kind: 'columns', language: 'eng' },
  'orti-urbani': { kind: 'columns', language: 'ita' },
  'field-kit': { kind: 'list', language: 'eng' },
  'kiln-manual': { kind: 'list', language: 'eng' },
  fietsroute: { kind: 'list', language: 'nld' },
  'ferry-traffic': { kind: 'table', language: 'eng' },
  beekeeping: { kind: 'table', language: 'eng' },
  'weather-stations': { kind: 'table', language: 'eng' },
  'spare-parts': { kind: 'table', language: 'eng' },
  'stock-list': { kind: 'table', language: 'eng' },
  precios: { kind: 'table', language: 'spa' },
  'crew-hours': { kind: 'spans', language: 'eng' },
  'exam-results': { kind: 'spans', language: 'eng' },
  energia: { kind: 'spans', language: 'por' },
  'balance-sheet': { kind: 'statement', language: 'eng' },
  'bank-statement': { kind: 'statement', language: 'eng' },
  bilanz: { kind: 'statement', language: 'deu' },
  'invoice-workshop': { kind: 'invoice', language: 'eng' },
  rechnung: { kind: 'invoice', language: 'deu' },
  facture: { kind: 'invoice', language: 'fra' },
  'membership-form': { kind: 'form', language: 'eng' },
  antrag: { kind: 'form', language: 'deu' },
  solicitud: { kind: 'form', language: 'spa' },
  questionnaire: { kind: 'form', language: 'eng' },
  tallyman: { kind: 'code', language: 'eng' },
}

/** The style of each source by producer; `*` marks the small part that CI runs, `+` a tagged PDF, `#` numbered
 * headings. */
const table: Readonly<Record<Producer, readonly (readonly [source: string, ...styles: string[]])[]>> = {
  chromium: [
    ['harbour-report', 'report*', 'bold-headings'],
    ['moor-garden', 'zebra+'],
    ['stadtbaeume', 'header-rule'],
    ['tidal-mills', 'columns', 'columns-wide'],
    ['glass-song', 'columns*'],
    ['stock-list', 'ruled'],
    ['questionnaire', 'form-boxes'],
    ['field-kit', 'ruled'],
    ['fietsroute', 'zebra+'],
    ['ferry-traffic', 'ruled', 'header-rule*', 'zebra+'],
    ['beekeeping', 'ruled', 'centred'],
    ['weather-stations', 'borderless', 'zebra'],
    ['spare-parts', 'header-rule', 'ruled'],
    ['crew-hours', 'ruled', 'centred'],
    ['exam-results', 'header-rule'],
    ['balance-sheet', 'statement*'],
    ['bank-statement', 'statement'],
    ['invoice-workshop', 'invoice'],
    ['facture', 'ruled'],
    ['membership-form', 'form-boxes*', 'form-lines'],
    ['antrag', 'form-lines'],
    ['tallyman', 'zebra'],
  ],
  weasyprint: [
    ['night-train', 'report', 'bold-headings'],
    ['marche-couvert', 'header-rule'],
    ['orti-urbani', 'columns*'],
    ['tidal-mills', 'columns'],
    ['kiln-manual', 'header-rule*'],
    ['precios', 'borderless', 'centred'],
    ['questionnaire', 'form-lines'],
    ['stock-list', 'header-rule'],
    ['beekeeping', 'header-rule'],
    ['weather-stations', 'centred*'],
    ['energia', 'ruled', 'header-rule'],
    ['bilanz', 'statement'],
    ['rechnung', 'invoice*'],
    ['solicitud', 'form-boxes', 'form-lines'],
    ['tallyman', 'ruled'],
  ],
  libreoffice: [
    ['harbour-report', 'rows', 'same-size'],
    ['night-train', 'rows'],
    ['stadtbaeume', 'header-rule*'],
    ['tidal-mills', 'columns'],
    ['field-kit', 'rows*'],
    ['fietsroute', 'grid'],
    ['ferry-traffic', 'rows', 'borderless'],
    ['beekeeping', 'grid', 'header-rule'],
    ['precios', 'zebra'],
    ['questionnaire', 'rows'],
    ['stock-list', 'rows'],
    ['crew-hours', 'grid', 'header-rule'],
    ['energia', 'rows'],
    ['bank-statement', 'header-rule', 'rows'],
    ['bilanz', 'borderless'],
    ['invoice-workshop', 'rows'],
    ['antrag', 'grid*'],
    ['solicitud', 'rows'],
  ],
  tex: [
    ['harbour-report', 'article', 'numbered-article#'],
    ['night-train', 'article'],
    ['tidal-mills', 'twocolumn*'],
    ['glass-song', 'twocolumn'],
    ['field-kit', 'article'],
    ['kiln-manual', 'bare'],
    ['ferry-traffic', 'article'],
    ['beekeeping', 'article'],
    ['weather-stations', 'grid', 'bare'],
    ['spare-parts', 'article'],
    ['exam-results', 'article'],
    ['balance-sheet', 'bare*'],
    ['bilanz', 'article'],
    ['membership-form', 'article'],
    ['tallyman', 'article'],
  ],
  typst: [
    ['harbour-report', 'numbered#'],
    ['night-train', 'plain+'],
    ['stock-list', 'booktabs'],
    ['glass-song', 'two-columns'],
    ['tidal-mills', 'two-columns'],
    ['field-kit', 'plain+'],
    ['ferry-traffic', 'booktabs'],
    ['beekeeping', 'ruled', 'booktabs'],
    ['weather-stations', 'plain'],
    ['spare-parts', 'zebra'],
    ['crew-hours', 'ruled+', 'booktabs*'],
    ['exam-results', 'booktabs'],
    ['balance-sheet', 'statement'],
    ['rechnung', 'booktabs'],
    ['antrag', 'form'],
    ['membership-form', 'plain'],
    ['tallyman', 'booktabs+*'],
  ],
}

/** Pages of other documents as a scanner would return them. */
const scans: readonly (readonly [of: string, treatment: Treatment, part?: 'ci'])[] = [
  ['chromium-harbour-report-bold-headings', 'clean'],
  ['libreoffice-beekeeping-grid', 'clean'],
  ['weasyprint-precios-borderless', 'clean'],
  ['tex-glass-song-twocolumn', 'noisy'],
  ['chromium-ferry-traffic-ruled', 'noisy'],
  ['libreoffice-field-kit-rows', 'skewed', 'ci'],
  ['libreoffice-stadtbaeume-header-rule', 'skewed'],
  ['chromium-membership-form-form-boxes', 'skewed'],
  ['weasyprint-rechnung-invoice', 'faded'],
  ['typst-balance-sheet-statement', 'faded', 'ci'],
]

/** Every document with a text layer, by producer. */
export const renditions: readonly Rendition[] = producers.flatMap((producer) =>
  table[producer].flatMap(([source, ...styles]) => styles.map((style) => renditionOf(producer, source, style))),
)

/** Every scan, with the document whose pages it shows. */
export const scannedPages: readonly ScanEntry[] = scans.map(([of, treatment, part]): ScanEntry => {
  const shown = renditions.find(({ id }) => id === of)
  if (shown === undefined) throw new RangeError(`There is no ${of} to be scanned.`)
  const { producer, language } = shown
  return { id: `scan-${treatment}-${of}`, producer, kind: 'scan', language, part: part ?? 'full', of, treatment }
})

function renditionOf(producer: Producer, source: string, marked: string): Rendition {
  const facts = sources[source]
  if (facts === undefined) throw new RangeError(`There is no source ${source}.`)
  const style = marked.replaceAll(/[*+#]/g, '')
  return {
    id: `${producer}-${source}-${style}`,
    producer,
    ...facts,
    part: marked.includes('*') ? 'ci' : 'full',
    source,
    style,
    isTagged: marked.includes('+'),
    isNumbered: marked.includes('#'),
  }
}
