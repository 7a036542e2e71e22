import type { Page } from 'playwright-core'

type Language = { load(): Promise<unknown>; loadViews(): Promise<unknown> }

/** The messages of the app, by language. Their types would bring those of React into the service, which has other elements. */
const loadMessages = async (tag: string): Promise<unknown> => {
  const name: string = '@polyparse/web/languages'
  const { languages }: { readonly languages: Readonly<Record<string, Language>> } = await import(name)
  const language = languages[tag]
  if (language === undefined) throw new Error(`The app does not speak ${tag}.`)
  return Promise.all([language.load(), language.loadViews()])
}

/** The texts in a message, or in the elements in it, with `#` for each number. */
const textsOf = (message: unknown): string[] => {
  if (typeof message === 'string' || typeof message === 'number') return [generalised(String(message))]
  if (Array.isArray(message)) return message.flatMap(textsOf)
  if (typeof message === 'function')
    return [1, 2].flatMap((count) => {
      const numbers = Array.from({ length: message.length }, () => count)
      try {
        return textsOf(Reflect.apply(message, undefined, numbers))
      } catch {
        // It asks for something that only a text can do.
        return textsOf(Reflect.apply(message, undefined, numbers.map(String)))
      }
    })
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(textsOf) : []
}

const generalised = (text: string): string =>
  text
    .replaceAll(/\d+(?:[.,]\d+)*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** All that a page shows or tells to screen readers, apart from code, and what it declares to be English or no language. */
const shownTexts = `(() => {
  const isSeen = (element) => element.closest('body [lang=en], [translate=no], code, pre, script, style') === null &&
    (element.localName === 'option' || element.localName === 'title' || element.checkVisibility({ visibilityProperty: true }))
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() !== null)
    if (isSeen(walker.currentNode.parentElement)) texts.push(walker.currentNode.data)
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [data-label]'))
    if (isSeen(element))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-label']) texts.push(element.getAttribute(name) ?? '')
  return texts
})()`

/** What is English in a page in another language: messages that this language says in other words. */
export const englishIn = async (page: Page, tag: string): Promise<string[]> => {
  const own = new Set(textsOf(await loadMessages(tag)))
  const english = new Set(textsOf(await loadMessages('en')).filter((text) => !own.has(text) && /\p{L}{2}/u.test(text)))
  const shown: unknown = await page.evaluate(shownTexts)
  if (!Array.isArray(shown) || shown.length === 0) throw new Error('The page shows nothing.')
  return [...new Set(shown.map((text) => generalised(String(text))))].filter((text) => english.has(text))
}
