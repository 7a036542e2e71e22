type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Counts in a language: `plural(3, { one: 'page', other: 'pages' })` is `3 pages`. */
export const pluralIn = (locale: string): ((count: number, forms: Forms) => string) => {
  const [rules, number] = [new Intl.PluralRules(locale), new Intl.NumberFormat(locale)]
  return (count, forms) => `${number.format(count)} ${forms[rules.select(count)] ?? forms.other}`
}
