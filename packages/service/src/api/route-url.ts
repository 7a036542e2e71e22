/** A parameter is never empty, `/api/v1/jobs/` is not a job, and may hold any character, a line feed too. */
const anyText = String.raw`(^[\s\S]+$)`

/**
 * The URL under which Fastify registers a route, such as `/api/v1/jobs/:jobId`.
 * @example routeUrl('/jobs/:jobId') // '/jobs/:jobId(^[\\s\\S]+$)'
 */
export const routeUrl = (url: string): string => url.replace(/:\w+/g, (parameter) => parameter + anyText)

/** The route as its operation names it. */
export const withoutPatterns = (registered: string): string => registered.replaceAll(anyText, '')
