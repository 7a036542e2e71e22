import { headersOf, type Sampled } from './sample.ts'
import { pythonString } from './quote.ts'

export const pythonSample = ({ baseUrl, source, parameters }: Sampled): string => {
  const upload = 'url' in source ? null : source
  const headers = upload === null ? [] : headersOf(upload, parameters)
  const body =
    upload === null
      ? `        json=${indented(literal({ source, ...parameters }))},`
      : `        data=open(${pythonString(upload.filename)}, "rb"),`
  return `import os
import uuid

import requests  # pip install requests

JOBS = ${pythonString(`${baseUrl}/api/v1/jobs`)}

with requests.Session() as session:
    session.headers["Authorization"] = f"Bearer {os.environ['POLYPARSE_API_KEY']}"
    created = session.post(
        JOBS,
        headers={
            "Idempotency-Key": str(uuid.uuid4()),
${headers.map(([name, value]) => `            ${pythonString(name)}: ${pythonString(value)},\n`).join('')}        },
${body}
    )
    created.raise_for_status()

    job = created.json()
    while job["status"] in ("queued", "running"):
        response = session.get(f"{JOBS}/{job['id']}", params={"wait": 30})
        response.raise_for_status()
        job = response.json()

print(job["result"] if job["status"] == "complete" else job["error"])
`
}

/** A value as Python writes it. */
const literal = (value: unknown, indent = ''): string => {
  if (typeof value === 'string') return pythonString(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === null) return 'None'
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, indent)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const members = Object.entries(value).map(
    ([name, each]) => `${inner}${pythonString(name)}: ${literal(each, inner)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}

const indented = (code: string): string => code.replaceAll('\n', '\n        ')
