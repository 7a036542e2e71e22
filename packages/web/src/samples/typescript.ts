import { headersOf, type Sampled } from './sample.ts'
import { scriptString } from './quote.ts'

export const typescriptSample = ({ baseUrl, source, parameters }: Sampled): string => {
  const upload = 'url' in source ? null : source
  const headers = upload === null ? [['Content-Type', 'application/json'] as const] : headersOf(upload, parameters)
  const body =
    upload === null
      ? `JSON.stringify(${indented(literal({ source, ...parameters }))})`
      : `await readFile(${scriptString(upload.filename)})`
  return `${upload === null ? '' : "import { readFile } from 'node:fs/promises'\n"}import { randomUUID } from 'node:crypto'

const jobs = ${scriptString(`${baseUrl}/api/v1/jobs`)}
const authorization = \`Bearer \${process.env.POLYPARSE_API_KEY}\`

const request = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, { ...init, headers: { authorization, ...init.headers } })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const { id } = await request(jobs, {
  method: 'POST',
  headers: {
    'Idempotency-Key': randomUUID(),
${headers.map(([name, value]) => `    ${scriptString(name)}: ${scriptString(value)},`).join('\n')}
  },
  body: ${body},
})

let job
do job = await request(\`\${jobs}/\${id}?wait=30\`)
while (job.status === 'queued' || job.status === 'running')

console.log(job.status === 'complete' ? job.result : job.error)
`
}

/** A value as JavaScript writes it. */
const literal = (value: unknown, indent = ''): string => {
  if (typeof value === 'string') return scriptString(value)
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const members = Object.entries(value).map(
    ([name, each]) =>
      `${inner}${/^[a-z_$][\w$]*$/i.test(name) ? name : scriptString(name)}: ${literal(each, inner)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}

const indented = (code: string): string => code.replaceAll('\n', '\n  ')
