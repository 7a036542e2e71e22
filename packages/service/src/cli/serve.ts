import type { Command } from 'commander'

/** The commands that run until they are stopped; their settings are in the environment. */
export const addServiceCommands = (program: Command, environment: NodeJS.ProcessEnv): void => {
  // The service is imported lazily: the other commands need neither it nor its dependencies.
  program
    .command('serve')
    .description('start the service: the API, and a worker in the same process')
    .option('--no-worker', 'start only the API; jobs wait for `polyparse worker`')
    .action(async ({ worker }: { worker: boolean }) => {
      const { serve } = await import('../main.ts')
      await serve(environment, { withWorker: worker })
    })

  program
    .command('worker')
    .description('start a worker without the API; any number of workers can share one PostgreSQL database')
    .action(async () => {
      const { work } = await import('../main.ts')
      await work(environment)
    })
}
