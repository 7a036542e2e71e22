/* Runs the service, or a worker of it, in this process. Loads all of it. */
export { serve, work } from '../main.ts'
export { startTemporaryService } from '../service/temporary-service.ts'
