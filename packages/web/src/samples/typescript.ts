import type { Sampled } from './sample.ts'
import { scriptString } from './quote.ts'

/** The request by the client of TypeScript and JavaScript, which takes the key from the environment. */
export const typescriptSample = ({ baseUrl, source, parameters }: Sampled): string => {
  const { operation, ...asked } = parameters
  const document = scriptString('url' in source ? source.url : source.filename)
  const result = operation === 'parse' ? '{ outputs }' : '{ providers, agreement }'
  const print = operation === 'parse' ? 'outputs' : 'agreement?.recommendation, providers'
  return `import { createClient } from '@polyparse/client'

// The API key is read from POLYPARSE_API_KEY.
const client = createClient({ url: ${scriptString(baseUrl)} })
const ${result} = await client.${operation}(${document}, ${writeTypescriptLiteral(asked)})
console.log(${print})
`
}

/** A value as JavaScript writes it. */
const writeTypescriptLiteral = (value: unknown, indent = ''): string => {
  if (typeof value === 'string') return scriptString(value)
  if (Array.isArray(value)) return `[${value.map((each) => writeTypescriptLiteral(each, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const members = Object.entries(value).map(
    ([name, each]) =>
      `${inner}${/^[a-z_$][\w$]*$/i.test(name) ? name : scriptString(name)}: ${writeTypescriptLiteral(each, inner)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}
