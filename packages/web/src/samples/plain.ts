import { pythonString, scriptString, shellWord } from './quote.ts'
import type { CodeSample } from './sample.ts'

export type PlainRequest = {
  readonly baseUrl: string
  readonly method: string
  readonly path: string
  readonly withKey: boolean
}

/** A request without a body, in code. */
export const plainSamples = ({ baseUrl, method, path, withKey }: PlainRequest): CodeSample[] => {
  const url = `${baseUrl}${path}`
  const isGet = method === 'GET'
  return [
    {
      language: 'curl',
      label: 'curl',
      code: `curl --fail-with-body -sS ${isGet ? '' : `-X ${method} `}${shellWord(url)}${withKey ? ' \\\n  -H "Authorization: Bearer $POLYPARSE_API_KEY"' : ''}\n`,
    },
    { language: 'typescript', label: 'TypeScript', code: typescript(url, method, withKey) },
    { language: 'python', label: 'Python', code: python(url, method, withKey) },
  ]
}

const typescript = (url: string, method: string, withKey: boolean): string => {
  const init = [
    ...(method === 'GET' ? [] : [`  method: ${scriptString(method)},`]),
    ...(withKey ? ['  headers: { authorization: `Bearer ${process.env.POLYPARSE_API_KEY}` },'] : []),
  ]
  const options = init.length === 0 ? '' : `, {\n${init.join('\n')}\n}`
  return `const response = await fetch(${scriptString(url)}${options})
if (!response.ok) throw new Error(await response.text())
console.log(await response.text())
`
}

const python = (url: string, method: string, withKey: boolean): string => {
  const lines = [
    `    ${pythonString(url)},`,
    ...(withKey ? [`    headers={"Authorization": f"Bearer {os.environ['POLYPARSE_API_KEY']}"},`] : []),
  ]
  return `${withKey ? 'import os\n\n' : ''}import requests  # pip install requests

response = requests.${method.toLowerCase()}(
${lines.join('\n')}
)
response.raise_for_status()
print(response.text)
`
}
