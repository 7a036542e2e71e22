import type { Command } from 'commander'
import type { Invocation } from './invocation.ts'

/** Runs until it is stopped; its settings are in the environment. */
export const addServeCommand = (program: Command, { environment }: Invocation): void => {
  program
    .command('serve')
    .description('start the service: the API, and a worker in the same process')
    .option('--no-worker', 'start only the API; jobs wait for `polyparse worker`')
    .action(async ({ worker }: { worker: boolean }) => {
      const { serve } = await import('@polyparse/service/serve')
      await serve(environment, { withWorker: worker })
    })
}

/** Runs until it is stopped; its settings are in the environment. */
export const addWorkerCommand = (program: Command, { environment }: Invocation): void => {
  program
    .command('worker')
    .description('start a worker without the API; any number of workers can share one PostgreSQL database')
    .action(async () => {
      const { work } = await import('@polyparse/service/serve')
      await work(environment)
    })
}
