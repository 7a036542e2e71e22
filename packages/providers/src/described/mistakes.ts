import type { HttpProvider } from './description.ts'

/** The environment variable in `Bearer ${ACME_KEY}`. */
const variableReference = /\$\{([^}]*)\}/g
const variableName = /^[A-Z][A-Z0-9_]*$/

/** Fields whose value is a secret; `max_tokens` is none. */
const secretField = /^(?:.*[_-])?(?:api[_-]?key|key|token|secret|password)$/i

/** Headers whose value is a secret. */
const secretHeader = /^(?:proxy-)?authorization$|^cookie$|key|token|secret|password/i

/** The names of the variables in headers and fields. */
export const variablesIn = ({ headers = {}, fields = {} }: HttpProvider): string[] => {
  const texts = [...Object.values(headers), ...Object.values(fields)].filter((value) => typeof value === 'string')
  return [...new Set(texts.flatMap((text) => [...text.matchAll(variableReference)].map(([, name = '']) => name)))]
}

/** A header or a field with its variables replaced. */
export const withVariables = (value: string, variables: Readonly<Record<string, unknown>>): string =>
  value.replaceAll(variableReference, (_, name: string) => {
    const found = variables[name]
    return typeof found === 'string' ? found : ''
  })

/** Returns what the schema cannot say of a description, each as a field and what it must be. */
export const mistakesOf = (description: HttpProvider): string[] => {
  const { url, send, answer, headers = {}, fields = {}, options = {}, outputs = [], checkUrl } = description
  const mistakes: string[] = []
  if (URL.parse(url) === null) mistakes.push('/url must be a URL')
  if (checkUrl !== undefined && URL.parse(checkUrl)?.origin !== URL.parse(url)?.origin)
    mistakes.push('/checkUrl must have the origin of /url')
  if (send.as === 'multipart' && send.field === undefined) mistakes.push('/send/field must be given with multipart')
  if (send.as === 'json' && send.member === undefined) mistakes.push('/send/member must be given with json')
  if (send.as !== 'multipart' && send.field !== undefined) mistakes.push('/send/field belongs to multipart')
  if (send.as !== 'json' && (send.member ?? send.prefix) !== undefined)
    mistakes.push('/send/member and /send/prefix belong to json')
  if (answer.format === 'document' && answer.pageSeparator !== undefined)
    mistakes.push('/answer/pageSeparator belongs to a format that is text')
  if (outputs.includes('pages') && !hasPages(description))
    mistakes.push('/outputs may have pages only if /answer has a pageSeparator, a list of pages or a document')
  for (const [name, value] of Object.entries(headers)) {
    if (/[\r\n]/.test(value)) mistakes.push(`/headers/${name} must be one line`)
    mistakes.push(...mistakesInVariables(`/headers/${name}`, value, secretHeader.test(name)))
  }
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string')
      mistakes.push(...mistakesInVariables(`/fields/${name}`, value, secretField.test(name)))
  for (const [name, option] of Object.entries(options))
    if (option.enum !== undefined && option.type !== 'string')
      mistakes.push(`/options/${name}/enum belongs to the type string`)
  return mistakes
}

const mistakesInVariables = (path: string, value: string, isSecret: boolean): string[] => {
  const names = [...value.matchAll(variableReference)].map(([, name = '']) => name)
  return [
    ...(names.every((name) => variableName.test(name))
      ? []
      : [`${path} must name variables in capitals, as in \${ACME_KEY}`]),
    ...(isSecret && names.length === 0
      ? [`${path} must take its secret from the environment, as in \${ACME_KEY}`]
      : []),
  ]
}

/**
 * Tells whether the answer says which text is on which page.
 * @example hasPages({ answer: { from: 'body', format: 'markdown' } }) // false
 */
export const hasPages = ({ answer }: Pick<HttpProvider, 'answer'>): boolean =>
  answer.pageSeparator !== undefined || answer.format === 'document' || answer.from.split('/').includes('*')
