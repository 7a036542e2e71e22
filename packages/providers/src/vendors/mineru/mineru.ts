import { Type } from '@polyparse/document/typebox'
import { selectedSource } from '../../cut-pages.ts'
import { createVendorHttp, pauseAsked, type VendorAnswer } from '../../http.ts'
import { explanationsIn, type VendorProblem } from '../../http-failure.ts'
import type { RemoteProvider } from '../../provider.ts'
import { answerReader, orNull } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { bearer, pollPauseSeconds, unlessGone, type VendorAdapter } from '../../vendor.ts'
import { answerOf } from '../../vendor-check.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { valueAt, vendorOptions } from '../../vendor-options.ts'
import { MineruTask } from './mineru-answer-shape.ts'
import { mineruDeclaration } from './declaration.ts'
import { generations } from './generations.ts'

const { id, name, capabilities } = mineruDeclaration

const readMineruTask = answerReader(name, MineruTask)
const readMineruReference = answerReader(name, Type.Object({ task: Type.String(), pageCount: orNull(Type.Integer()) }))

/** The time for an upload, and for a result with its pictures. */
const mineruTimeoutSeconds = 600
const maxMineruResultBytes = 384 * 1024 * 1024

const endings = { good: new Set(['completed', 'partial']), bad: new Set(['failed', 'canceled']) }

type MineruAdapter = VendorAdapter<(typeof mineruDeclaration)['settings']>

/**
 * The server of opendatalab/MinerU, run by the operator: a task is submitted, asked for, and its result fetched. A task
 * that the server has lost, as by a restart, may be submitted again: nothing is charged.
 */
const createMineruProvider: MineruAdapter['create'] = (
  { key, baseUrl, whenUnknown, generation, requestsPerSecond = 20 },
  { sandbox, answers },
): RemoteProvider => {
  const { tasks, health, files, maxBytes, refused, requestFor } = generations[generation]
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: bearer(key),
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfMineruAnswer,
  })
  const pathOf = (task: string): string => `${tasks}/${encodeURIComponent(task)}`
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf('pdf', 'png', 'jpg', 'webp', 'gif', 'bmp', 'tiff', 'docx', 'pptx', 'xlsx'),
    options: 'passthrough',
    limits: {
      concurrency: 4,
      answerSeconds: mineruTimeoutSeconds,
      deadlineSeconds: 7200,
      ...(maxBytes !== undefined && { bytes: maxBytes }),
    },
    whenUnknown,

    submit: async ({ request }, signal) => {
      vendorOptions(request, refused)
      const surveyed = await survey(request, sandbox, signal)
      const source = await selectedSource(request, surveyed, { sandbox, signal })
      const sent = {
        ...requestFor(request, source),
        method: 'POST',
        path: tasks,
        seconds: mineruTimeoutSeconds,
      } as const
      const { task_id: task } = readMineruTask((await http.json({ ...sent, signal })).body)
      const pageCount = surveyed.pages?.length ?? surveyed.pageCount
      return { kind: 'submitted', reference: { task, pageCount }, pollInSeconds: pollPauseSeconds(pageCount) }
    },

    check: async (signal) => {
      const version = valueAt(await answerOf(http, { path: health, signal }), ['version'])
      return typeof version === 'string' ? version.slice(0, 100) : null
    },

    poll: async ({ reference }, signal) => {
      const { task, pageCount } = readMineruReference(reference)
      const { body, headers } = await http.json({ path: pathOf(task), signal })
      const { status, error, files: results } = readMineruTask(body)
      if (endings.bad.has(status))
        throw http.failure('failed', headers, { message: explanationsOf(error ?? results?.[0]?.error) })
      if (endings.good.has(status)) return { kind: 'ready' }
      return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount, pauseAsked(headers)) }
    },

    fetch: async ({ reference, request }, signal) => {
      const path = `${pathOf(readMineruReference(reference).task)}/result`
      const { bytes } = await http.bytes({
        path,
        signal,
        seconds: mineruTimeoutSeconds,
        maxBytes: maxMineruResultBytes,
      })
      return answers.read({ bodies: [bytes], request, survey: await survey(request, sandbox, signal) }, signal)
    },

    ...(files !== undefined && {
      forget: async ({ task }, signal) => {
        if (typeof task !== 'string') return
        const found = await http.json({ path: pathOf(task), signal }).catch(unlessGone)
        if (found === undefined) return
        const known = readMineruTask(found.body)
        if (!hasMineruTaskEnded(known))
          await http.json({ method: 'DELETE', path: pathOf(task), signal }).catch(unlessGone)
        for (const file of filesOfMineruTask(known))
          await http.json({ method: 'DELETE', path: `${files}/${encodeURIComponent(file)}`, signal }).catch(unlessGone)
      },
    }),
  }
}

const hasMineruTaskEnded = ({ status }: MineruTask): boolean => endings.good.has(status) || endings.bad.has(status)

/** The source and what was made of it. */
const filesOfMineruTask = ({ files }: MineruTask): string[] =>
  (files ?? []).flatMap(({ file_id: source, output_files: outputs }) => [
    ...(typeof source === 'string' ? [source] : []),
    ...Object.values(outputs ?? {}).flatMap((output) => output?.file_id ?? []),
  ])

/** A text in generation 3, an object with a message in generation 4. */
const explanationsOf = (error: unknown): readonly string[] =>
  typeof error === 'string' ? [error] : explanationsIn(error)

/**
 * A rejected form means a mistake in an option, and so does a tier that this server does not have; a result of a task
 * that has failed is a conflict.
 */
const problemOfMineruAnswer = ({ status, body }: VendorAnswer): VendorProblem | null => {
  if (valueAt(body, ['error', 'code']) === 'quality_tier_unavailable') return 'refused'
  if (status === 409) return 'failed'
  return status === 422 ? 'refused' : null
}

export const mineru: MineruAdapter = { declaration: mineruDeclaration, create: createMineruProvider }
