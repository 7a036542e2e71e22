import type { Sampled } from './sample.ts'
import { pythonString } from './quote.ts'

/** The request by the client of Python, which takes the key from the environment. */
export const pythonSample = ({ baseUrl, source, parameters }: Sampled): string => {
  const { operation, ...asked } = parameters
  const named = Object.entries(asked).map(
    ([name, value]) => `    ${toPythonName(name)}=${writePythonLiteral(value, '    ')},\n`,
  )
  const document = pythonString('url' in source ? source.url : source.filename)
  return `from polyparse import Polyparse

# The API key is read from POLYPARSE_API_KEY.
client = Polyparse(url=${pythonString(baseUrl)})
result = client.${operation}(
    ${document},
${named.join('')})
print(${operation === 'parse' ? 'result.outputs' : 'result.recommendation, result.providers'})
`
}

/** `providerOptions` as Python names it. */
const toPythonName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A value as Python writes it. */
const writePythonLiteral = (value: unknown, indent = ''): string => {
  if (typeof value === 'string') return pythonString(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === null) return 'None'
  if (Array.isArray(value)) return `[${value.map((each) => writePythonLiteral(each, indent)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const members = Object.entries(value).map(
    ([name, each]) => `${inner}${pythonString(name)}: ${writePythonLiteral(each, inner)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}
