import { pluralIn } from '../plural.ts'
import type { ChoicesMessages } from './en.ts'

const plural = pluralIn('de')
const number = new Intl.NumberFormat('de')

export const choicesDe: ChoicesMessages = {
  estimate: {
    title: 'Bevor es etwas kostet',
    counting: 'Seiten werden gezählt …',
    perPage: (prices) => `Eine Seite kostet etwa: ${prices}.`,
    provider: 'Anbieter',
    pagesAndPrice: 'Seiten und Preis je Seite',
    cost: 'Kosten',
    inAll: 'Zusammen',
    about: (cost) => `etwa ${cost}`,
    atMost: (cost) => `höchstens ${cost}`,
    saved: (cost) => `Die Auswahl der Seiten spart etwa ${cost}.`,
    bySize: (count) =>
      `Bei ${plural(count, { one: 'Dokument', other: 'Dokumenten' })} ist die Seitenzahl aus der Größe geschätzt; bekannt ist sie erst nach dem Lesen.`,
    unknown: (count) =>
      `Ohne ${plural(count, { one: 'Dokument', other: 'Dokumente' })} an einer URL: Die Seitenzahl ist erst bekannt, wenn der Dienst es abgerufen hat.`,
    escalation: 'Bezahlt werden nur Seiten, bei denen der erste Anbieter unsicher ist.',
    exceeded: {
      paidPagesPerDay: ({ maximum, left, needed }) =>
        `Von ${plural(maximum, { one: 'Seite', other: 'Seiten' })} am Tag für kostenpflichtige Anbieter sind ${number.format(left)} übrig, nötig sind etwa ${number.format(needed)}. Was darüber hinausgeht, wird abgelehnt.`,
      paidCostPerJob: ({ document, cost, maximum }) =>
        `Ein Auftrag darf ${maximum} kosten, ${document} würde etwa ${cost} kosten. Der Auftrag wird abgelehnt.`,
      pagesPerDay: (maximum) =>
        `Dieser API-Schlüssel darf ${plural(maximum, { one: 'Seite', other: 'Seiten' })} am Tag lesen lassen und hat sie verbraucht. Der Auftrag wird abgelehnt.`,
      pages: ({ provider, document, maximum }) =>
        `${provider} liest höchstens ${plural(maximum, { one: 'Seite', other: 'Seiten' })}, ${document} hat mehr.`,
      bytes: ({ provider, document, maximum }) => `${provider} liest höchstens ${maximum}, ${document} ist größer.`,
    },
    change: {
      paidPagesPerDay:
        'Weniger Seiten oder Anbieter wählen, oder einen kostenlosen; morgen (UTC) gibt es neue. Der Betreiber setzt die Grenze mit POLYPARSE_PAID_PAGES_PER_DAY.',
      paidCostPerJob:
        'Weniger Seiten oder Anbieter wählen, oder einen kostenlosen. Der Betreiber setzt die Grenze mit POLYPARSE_PAID_COST_PER_JOB.',
      pagesPerDay: 'Einen anderen Schlüssel verwenden oder bis morgen (UTC) warten.',
      pages: 'Einen Teil der Seiten oder einen anderen Anbieter wählen.',
      bytes: 'Einen anderen Anbieter wählen.',
    },
    exceedsLimit: 'überschreitet eine Grenze',
    costUnknown: 'Kosten unbekannt',
    chooseLess: 'Weniger Seiten oder einen anderen Anbieter wählen',
  },
  presets: {
    title: 'Vorlage',
    none: 'keine',
    isDefault: (name) => `${name} (Standard)`,
    save: 'Als Vorlage sichern',
    saved: (name) => `${name} gesichert.`,
    name: 'Name der Vorlage',
    store: 'Sichern',
    rename: 'Umbenennen',
    delete: 'Löschen',
    deleted: (name) => `${name} gelöscht.`,
    restore: (name) => `${name} wiederherstellen`,
    makeDefault: 'Als Standard',
    noDefault: 'Nicht mehr als Standard',
    link: 'Link kopieren',
    theLink: 'den Link',
    cancel: 'Abbrechen',
    nameTaken: 'Eine Vorlage dieses Namens gibt es schon; sie wird ersetzt.',
    adopted: (name) => `Die Vorlage ${name} aus dem Link ist gewählt.`,
    nothingSent: 'Es wurde nichts gesendet. Vor dem Start die Auswahl ansehen.',
    keep: 'In diesem Browser behalten',
    dismiss: 'Schließen',
    invalid: 'Der Link enthält keine Vorlage, die dieser Dienst versteht.',
    invalidWhy: 'Er ist vielleicht abgeschnitten oder stammt aus einer neueren Version.',
    lacking: {
      provider: (id) => `${id} gibt es auf diesem Dienst nicht.`,
      output: (output) => `Die Ausgabe ${output} bieten diese Anbieter nicht.`,
      option: (id, option) => `${id}: Die Option ${option} ist hier unbekannt oder ihr Wert nicht erlaubt.`,
    },
    unchecked: (id, options) =>
      `Der Link enthält Optionen für ${id}, die der Anbieter unverändert bekommt und die hier niemand prüfen kann: ${options}. Sie sind weggelassen.`,
    adoptThem: 'Auch verwenden',
  },
}
