import { type ProblemCode, problemCodes, problems, problemSlug } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { prefersHtml } from '../negotiate.ts'
import { problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import { RequestProblem } from '../problems.ts'

const ProblemKind = Type.Object(
  {
    code: Type.Enum(problemCodes),
    status: Type.Integer(),
    title: Type.String(),
    summary: Type.String(),
    remedy: Type.String(),
  },
  { title: 'ProblemKind' },
)

const problemKindAnswer = success('The meaning of the problem and how to solve it.', {
  schema: ProblemKind,
  examples: { unauthorized: { value: { code: 'unauthorized', ...problems.unauthorized } } },
})

export const problemPageOperation: ApiOperation = {
  method: 'GET',
  url: '/problems/:name',
  scopes: null,
  description: {
    operationId: 'describeProblem',
    summary: 'Describe a problem type',
    description: 'The page of a problem `type`, as JSON, or as HTML if `Accept` prefers it.',
    tags: ['service'],
    params: Type.Object({ name: Type.Enum(problemCodes.map(problemSlug), { description: 'The code with hyphens.' }) }),
    response: {
      200: { ...problemKindAnswer, content: { ...problemKindAnswer.content, 'text/html': { schema: Type.String() } } },
      ...problemResponses('route_not_found'),
    },
  },
}

export const problemPageHandler = (): RouteHandlerMethod => async (request, reply) => {
  const { params } = request
  const name = typeof params === 'object' && params !== null && 'name' in params ? params.name : ''
  const code = problemCodes.find((each) => problemSlug(each) === name)
  if (code === undefined)
    throw new RequestProblem('route_not_found', { detail: 'There is no problem type with this name.' })
  reply.header('cache-control', 'public, max-age=3600').header('vary', 'accept')
  if (!prefersHtml(request.headers.accept)) return reply.send({ code, ...problems[code] })
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .send(renderProblemPage(code))
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeProblemHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
const withCode = (text: string): string => escapeProblemHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const renderProblemPage = (code: ProblemCode): string => {
  const { status, title, summary, remedy } = problems[code]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${status} ${escapeProblemHtml(title)}: ${code}</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }</style>
<h1>${status} ${escapeProblemHtml(title)}</h1>
<p><code>${code}</code></p>
<p>${withCode(summary)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
</html>
`
}
