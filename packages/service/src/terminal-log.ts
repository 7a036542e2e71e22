import { pino, type Logger, type LoggerOptions } from 'pino'
import { PinoPretty } from 'pino-pretty'

type TerminalStream = NonNullable<Parameters<typeof PinoPretty>[0]>['destination']

/**
 * A log for people: a line for each job and for whatever goes wrong. Requests that were answered as they should be are
 * left out unless the level asks for more than usual; the page of the app alone makes thirty.
 */
export const terminalLog = (options: LoggerOptions, destination?: TerminalStream): Logger =>
  pino(
    {
      ...options,
      hooks: {
        logMethod(args, method) {
          if (options.level !== 'info' || !isAnsweredRequest(args)) method.apply(this, args)
        },
      },
    },
    PinoPretty({
      ignore: 'pid,hostname',
      singleLine: true,
      sync: true,
      ...(destination !== undefined && { destination }),
    }),
  )

const isAnsweredRequest = ([line, message]: readonly unknown[]): boolean =>
  message === 'request' &&
  typeof line === 'object' &&
  line !== null &&
  'status' in line &&
  typeof line.status === 'number' &&
  line.status < 400
