// @ts-check
import { formOf, markdownOf, notFound, openFake as open, pagesOf } from '@polyparse/providers/testing'

/** The key that the fake accepts. */
export const key = 'acme-fake-0123456789abcdef'

/** A server that answers as Acme does, with pages of a sample instead of what is in the document. */
export const openFake = () =>
  open({
    stepOf: () => 'submit',
    refuse: ({ authorization }) =>
      authorization === `Bearer ${key}` ? null : { status: 401, json: { error: 'The key is not known.' } },
    perform: (asked) => {
      if (asked.method !== 'POST' || asked.path !== '/parse') return notFound
      const file = formOf(asked).find((part) => part.name === 'file')
      if (file === undefined) return { status: 400, json: { error: 'There is no file.' } }
      const pages = pagesOf(file.content).map(({ blocks }) => ({ markdown: blocks.map(markdownOf).join('\n\n') }))
      return { status: 200, json: { pages } }
    },
  })
