import { Type, type Static, type TProperties, type TSchema } from '@polyparse/document/typebox'
import { Compile, type Validator } from '@polyparse/document/typebox/compile'
import { ProviderFailure } from './provider.ts'

/**
 * Returns a vendor's answer, once it is known to have its documented form.
 *
 * @param cyclic the `$defs` of a `Type.Cyclic` inside of a large schema. The compiler would look for them in all of that, each
 *   time that it comes to a reference: it took .4 s for one of 1000 parts, and takes .02 s with them.
 */
export const answerReader = <Schema extends TSchema>(
  vendor: string,
  schema: Schema,
  cyclic: TProperties = {},
): ((answer: unknown) => Static<Schema>) => {
  const validator = Compile<TProperties, Schema, Validator<TProperties, Schema, Static<Schema>>>(cyclic, schema)
  return (answer) => {
    if (validator.Check(answer)) return answer
    // The place of the difference, without any of the answer's content.
    const where = validator
      .Errors(answer)
      .slice(0, 3)
      .map(({ instancePath, message }) => `${instancePath} ${message}`)
    throw unusableAnswer(vendor, where.join('; '))
  }
}

/** A retry would bring the same: the answer was written by something other than the documented service. */
export const unusableAnswer = (vendor: string, why: string): ProviderFailure =>
  new ProviderFailure('provider_unavailable', `${vendor} returned a response that cannot be used.`, {
    cause: new TypeError(why),
  })

/** A member that may be absent or null. */
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))

export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/**
 * Reads the result in the answer to a submit. If it is unusable, there is nothing to ask for again; if it is not the
 * vendor's at all, the outcome stays unknown.
 */
export const withKnownOutcome = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.transient) throw error
    throw new ProviderFailure(error.code, error.message, { notAccepted: true, charged: true, cause: error })
  }
}
