import { parseUrl, type ApiHarness } from './api.ts'

/** As often as it fits into so many bytes, with something between. */
const filled = (bytes: number, piece: string, between = ','): string =>
  (piece + between).repeat(Math.max(1, Math.floor(bytes / (piece.length + between.length))) - 1) + piece

const numbered = (bytes: number, piece: (index: number) => string): string => {
  const count = Math.max(1, Math.floor(bytes / (piece(9_999_999).length + 1)))
  return Array.from({ length: count }, (_, index) => piece(index)).join(',')
}

/** A job request with this JSON in the place of a member. */
const jobWith = (member: string, json: string): string => `{"${member}":${json},${JSON.stringify(parseUrl()).slice(1)}`

/**
 * JSON of about so many bytes, or nearly JSON, that costs a careless reader far more than it cost to send: by depth,
 * width, names, escapes, numbers, repetition, or by how much is wrong with it.
 */
export const hostileBodies: Readonly<Record<string, (bytes: number) => string>> = {
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'objects in objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'long names around NULs': (bytes) => {
    const opening = Array.from({ length: 31 }, (_, index) => `{"${'n'.repeat(100)}${index}":`)
    return `${opening.join('')}[${filled(bytes - 4000, '"\\u0000"')}]${'}'.repeat(opening.length)}`
  },
  'a list of NULs': (bytes) => `[${filled(bytes - 2, '"\\u0000"')}]`,
  'a list of lone surrogates': (bytes) => `[${filled(bytes - 2, '"\\ud800"')}]`,
  'a list of numbers out of range': (bytes) => `[${filled(bytes - 2, '1e999')}]`,
  'a list of empty objects': (bytes) => `[${filled(bytes - 2, '{}')}]`,
  'unknown members': (bytes) => `{${numbered(bytes - 2, (index) => `"m${index}":0`)}}`,
  'one member again and again': (bytes) => `{${filled(bytes - 2, '"a":0')}}`,
  'a name as long as the body': (bytes) => `{"${'n'.repeat(bytes - 6)}":0}`,
  'a text of quotes': (bytes) => `{"url":"${'\\"'.repeat((bytes - 10) / 2)}"}`,
  'a text of backslashes': (bytes) => `["${'\\\\'.repeat((bytes - 4) / 2)}"]`,
  'a text that does not end': (bytes) => `["${'\\"'.repeat((bytes - 2) / 2)}`,
  'unknown outputs': (bytes) => jobWith('outputs', `[${numbered(bytes - 200, (index) => `"x${index}"`)}]`),
  'numbers as outputs': (bytes) => jobWith('outputs', `[${filled(bytes - 200, '1')}]`),
  'long outputs': (bytes) => jobWith('outputs', `[${filled(bytes - 200, `"${'x'.repeat(Math.floor(bytes / 50))}"`)}]`),
  'pages of no document': (bytes) => jobWith('pages', `[${filled(bytes - 200, '-1')}]`),
  'wrong labels': (bytes) => jobWith('metadata', `{${numbered(bytes - 200, (index) => `"m${index}":1`)}}`),
  'options of unknown providers': (bytes) =>
    jobWith('providerOptions', `{${numbered(bytes - 200, (index) => `"p${index}":{}`)}}`),
  'jobs with options of unknown providers': (bytes) => {
    const job = jobWith('providerOptions', `{${numbered(Math.floor(bytes / 50), (index) => `"p${index}":{}`)}}`)
    return `{"jobs":[${filled(bytes - 20, job)}]}`
  },
  'labels with numbers for names': (bytes) =>
    jobWith('metadata', `{${numbered(bytes - 200, (index) => `"${index}":1`)}}`),
  'numbers as jobs': (bytes) => `{"jobs":[${filled(bytes - 20, '1')}]}`,
  'jobs in which everything is wrong': (bytes) => {
    const job = `{"outputs":[${filled(Math.floor(bytes / 40), '"x"')}],"a":1}`
    return `{"jobs":[${filled(bytes - 20, job)}]}`
  },
}

export type RouteWithBody = { readonly method: 'POST' | 'PUT'; readonly url: string }

const anyId = '019aa6c4-5d0c-7a30-9d6f-0d6f3f6c1c55'

/** Every route that takes a body, from the tree that the framework prints. */
export const routesWithBodies = ({ app }: Pick<ApiHarness, 'app'>): RouteWithBody[] => {
  const path: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): RouteWithBody[] => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*) \(([A-Z, ]+)\)$/.exec(line) ?? []
      path.splice(indent.length / 4, Infinity, part.replaceAll(/:\w+(?:\(.*?\$\))?/g, anyId))
      const method = (['POST', 'PUT'] as const).find((each) => methods.split(', ').includes(each))
      return method === undefined ? [] : [{ method, url: path.join('') }]
    })
}

/** These take any body of who has a key: all but the last as a document, the last does not read it. */
export const takesAnything: ReadonlySet<string> = new Set([
  '/process',
  '/meta',
  ...['/tika', '/rmeta'].flatMap((url) => [url, `${url}/${anyId}`]),
  '/api/admin/backup',
])
