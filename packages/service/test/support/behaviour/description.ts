import { readFile } from 'node:fs/promises'
import { type Static, Type } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'

const only = { additionalProperties: false }

/** What is sent with a job. `endless` is at an address that never answers. */
const Document = Type.Enum(['text', 'damaged', 'endless'])

const Call = Type.Object(
  {
    do: Type.Enum(['parse', 'create', 'batch', 'erase', 'cancel', 'retry', 'output', 'image', 'providers']),
    document: Type.Optional(Document),
    /** The idempotency key; without it the client makes one. */
    key: Type.Optional(Type.Enum(['own', 'empty'])),
    timeoutSeconds: Type.Optional(Type.Number()),
    retries: Type.Optional(Type.Integer()),
  },
  only,
)

/** A request by what it is for; `result` is a wait that is answered with the end of the job. */
const Request = Type.Enum([
  'create',
  'batch',
  'wait',
  'result',
  'erase',
  'cancel',
  'retry',
  'output',
  'image',
  'providers',
  'other',
])

/** What the proxy does to the next such request, or to so many. */
const Fault = Type.Object(
  {
    on: Request,
    do: Type.Enum([
      // The service does not learn of the request.
      'cut-request',
      // The service acts, and its answer is lost, or half of it.
      'cut-answer',
      'cut-body',
      // Half of the answer arrives as though it were all of it.
      'truncate',
      // The answer arrives byte by byte.
      'dribble',
      // The service is asked twice.
      'twice',
      // The proxy answers itself.
      'answer',
      // The request, or the answer, arrives after the call has been cancelled.
      'hold-request',
      'hold-answer',
    ]),
    times: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Of `answer`: a page, unless it is a problem with this code or this JSON. */
    status: Type.Optional(Type.Integer()),
    problem: Type.Optional(Type.String()),
    json: Type.Optional(Type.Object({}, only)),
    retryAfter: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    date: Type.Optional(Type.String()),
    location: Type.Optional(Type.String()),
    /** Whether the service has acted before. */
    after: Type.Optional(Type.Literal(true)),
  },
  only,
)

const Scenario = Type.Object(
  {
    /** A sentence, after the name of the client. */
    name: Type.String(),
    /** A job that is there before the call, which is about it. */
    given: Type.Optional(Type.Enum(['text', 'failed', 'endless'])),
    service: Type.Optional(Type.Literal('away')),
    call: Call,
    faults: Type.Optional(Type.Array(Fault)),
    /** Cancels the call after the first fault; what is held cancels it as well. */
    cancel: Type.Optional(Type.Literal('after-fault')),
    expect: Type.Object(
      {
        /** The code of the error; without it the call succeeds. */
        error: Type.Optional(Type.String()),
        retryAfter: Type.Optional(Type.Integer()),
        namesAddress: Type.Optional(Type.Literal(true)),
        /** The same call with the key of the error succeeds. */
        again: Type.Optional(Type.Literal(true)),
        /** How many jobs the service has ever created for the call. */
        created: Type.Optional(Type.Integer()),
        /** How many jobs there are after it, and how many of them unfinished. */
        left: Type.Optional(Type.Integer()),
        unfinished: Type.Optional(Type.Integer()),
        /** How many idempotency keys the requests had. */
        keys: Type.Optional(Type.Integer()),
        requests: Type.Optional(Type.Partial(Type.Record(Request, Type.Integer()), only)),
      },
      only,
    ),
  },
  only,
)

export type Scenario = Static<typeof Scenario>
export type Fault = Static<typeof Fault>
export type RequestName = Static<typeof Request>

/** What every client does, from `clients/behaviour.json`. */
export const readBehaviour = async (): Promise<readonly Scenario[]> => {
  const path = new URL('../../../../../clients/behaviour.json', import.meta.url)
  const Behaviour = Type.Object({ about: Type.String(), scenarios: Type.Array(Scenario, { minItems: 1 }) }, only)
  return Value.Parse(Behaviour, JSON.parse(await readFile(path, 'utf8'))).scenarios
}
