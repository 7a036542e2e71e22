import type { DecisionMessages } from './en.ts'
import { pluralIn } from '../plural.ts'

const plural = pluralIn('de')

export const decision: DecisionMessages = {
  verdicts: {
    recommended: ['', ' ist für dieses Dokument die richtige Wahl'],
    rather: ['Eher', ', aber besser selbst prüfen'],
    any_will_do: 'Alle eignen sich',
    look_yourself: 'Selbst prüfen',
    not_compared: 'Keine Empfehlung',
  },
  decidedBy: {
    recommended: (share) => `Ausschlaggebend: ${share} Übereinstimmung mit den anderen Ergebnissen.`,
    rather: (share) => `Die Übereinstimmung mit den anderen Ergebnissen beträgt nur ${share}.`,
    any_will_do: (share) => `Die beiden unähnlichsten Ergebnisse stimmen zu ${share} überein.`,
    look_yourself: (share) => `Die beiden ähnlichsten Ergebnisse stimmen zu ${share} überein.`,
    not_compared: (share) => `Die beiden ähnlichsten Ergebnisse stimmen zu ${share} überein.`,
  },
  failed: (names) => `Fehlgeschlagen: ${names}.`,
  unsupported: (names, count) =>
    `${names} ${count === 1 ? 'unterstützt' : 'unterstützen'} dieses Dokument oder eine der gewünschten Ausgaben nicht.`,
  figures: {
    agreement: 'Übereinstimmung',
    disputes: 'Abweichungen',
    pages: 'Seiten',
    parsedBy: 'Eingelesen von',
    of: (part, all) => `${part} von ${all}`,
    time: 'Dauer',
  },
  providerTable: {
    title: 'Anbieter',
    provider: 'Anbieter',
    agreement: 'Übereinstimmung',
    cost: 'Kosten je Seite',
    time: 'Dauer je Seite',
    outlier: 'Ausreißer bei',
    recommended: 'empfohlen',
    nothing: 'kostenlos',
    free: 'Soweit bekannt, ist dieses Dokument bei allen Anbietern kostenlos.',
    unsupported: 'Unterstützt diese Art von Dokument oder eine der gewünschten Ausgaben nicht.',
  },
  wholeReading: (name) => `Das ganze Ergebnis von ${name}`,
  page: (page) => `Seite ${page}`,
  warningsOf: (name, count) => `${plural(count, { one: 'Warnung', other: 'Warnungen' })} von ${name}`,
  more: (count) => `und ${count} weitere`,
}
