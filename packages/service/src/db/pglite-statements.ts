import { parse, protocol, type PGlite } from '@electric-sql/pglite'

type Messages = Parameters<typeof parse.parseResults>[0]
type Statement = { readonly name: string; readonly types: readonly number[] }

/** The product has far fewer; statements beyond this, such as those for one occasion, are not kept. */
const maxStatements = 500

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: the plan no longer fits, or the statement is gone. */
const staleCodes: ReadonlySet<unknown> = new Set(['0A000', '26000'])

/**
 * Has statements parsed once and planned a few times, not at every call as PGlite does, which is most of the cost of a
 * short statement. A call is one message to the database instead of five.
 *
 * Only for code that has the connection to itself: within a transaction, or exclusively.
 */
export const prepareStatements = (lite: PGlite) => {
  const statements = new Map<string, Statement>()
  let named = 0
  const { serialize } = protocol

  const send = (parts: readonly Uint8Array[]): Promise<Messages> =>
    lite.runExclusive(() => lite.execProtocolStream(Buffer.concat(parts), { syncToFs: false }))

  const prepare = async (text: string): Promise<Statement> => {
    named += 1
    const name = `s${named}`
    const described = await send([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ])
    const statement = { name, types: parse.parseDescribeStatementResults(described) }
    statements.set(text, statement)
    return statement
  }

  const serialized = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : lite.serializers[type]
    return serializer === undefined ? textOfPgliteParameter(value) : serializer(value)
  }

  return async <Row extends object>(text: string, parameters: readonly unknown[]): Promise<Row[]> => {
    const known = statements.get(text)
    if (known === undefined && statements.size >= maxStatements)
      return (await lite.query<Row>(text, [...parameters])).rows
    const { name, types } = known ?? (await prepare(text))
    const values = parameters.map((value, index) => serialized(value, types[index]))
    try {
      const answered = await send([
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ])
      const [{ rows } = { rows: [] }] = parse.parseResults(answered, lite.parsers)
      return areRows<Row>(rows) ? rows : []
    } catch (error) {
      if (error instanceof Error && 'code' in error && staleCodes.has(error.code)) statements.delete(text)
      throw error
    }
  }
}

const textOfPgliteParameter = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)

/** The caller declares what a statement returns, as with every driver. */
const areRows = <Row extends object>(rows: readonly object[]): rows is Row[] => Array.isArray(rows)
