import { headersOfSample, type Sampled } from './sample.ts'
import { shellWord } from './quote.ts'

const continued = (lines: readonly string[]): string => lines.join(' \\\n  ')

export const curlSample = ({ baseUrl, source, parameters }: Sampled): string => {
  const headers =
    'url' in source ? [['Content-Type', 'application/json'] as const] : headersOfSample(source, parameters)
  const body =
    'url' in source
      ? `--data ${shellWord(JSON.stringify({ source, ...parameters }, null, 2))}`
      : `--data-binary ${shellWord(`@${source.filename}`)}`
  const create = continued([
    `curl --fail-with-body -sS -X POST ${shellWord(`${baseUrl}/api/v1/jobs`)}`,
    '-H "Authorization: Bearer $POLYPARSE_API_KEY"',
    '-H "Idempotency-Key: sample-$(date +%s)-$$"',
    ...headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    body,
  ])
  const read = continued([
    `curl --fail-with-body -sS ${shellWord(`${baseUrl}/api/v1/jobs/`)}"$JOB?wait=30"`,
    '-H "Authorization: Bearer $POLYPARSE_API_KEY"',
  ])
  return `# Returns the job. Set JOB to its id.
${create}

# Waits up to 30 seconds for the result. Repeat until the status is complete or failed.
${read}
`
}
