type Json = unknown

/** Whether callers send a value or receive it: what may change in it without breaking them depends on that. */
type Direction = 'sent' | 'received'

/**
 * What a newer OpenAPI document takes away from callers of an older one, each as a sentence: paths, methods, parameters,
 * statuses, media types, members, values and variants that are gone, what has become required or is no longer always
 * there, and limits that are tighter.
 */
export const incompatibilities = (older: Json, newer: Json): string[] => {
  const found: string[] = []
  const compared = new Set<string>()

  const compareSchemas = (before: Json, after: Json, where: string, direction: Direction): void => {
    const pair = `${direction} ${refOf(before)} ${refOf(after)}`
    if (refOf(before) !== '' && compared.has(pair)) return
    compared.add(pair)
    const [old, now] = [resolve(older, before), resolve(newer, after)]
    compareMembers(old, now, where, direction)
    for (const value of list(old, 'enum'))
      if ('enum' in now && !list(now, 'enum').includes(value)) found.push(`${where} no longer takes ${String(value)}`)
    for (const type of types(old))
      if ('type' in now && !types(now).includes(type)) found.push(`${where} is no longer ${type}`)
    if (direction === 'sent') compareLimits(old, now, where)
    if ('items' in old) compareSchemas(old['items'], now['items'], `${where}[]`, direction)
    if (isObject(old['additionalProperties']))
      compareSchemas(old['additionalProperties'], now['additionalProperties'], `${where}.*`, direction)
    for (const key of ['anyOf', 'oneOf', 'allOf']) compareVariants(list(old, key), list(now, key), where, direction)
  }

  const compareMembers = (old: Members, now: Members, where: string, direction: Direction): void => {
    const [before, after] = [members(old['properties']), members(now['properties'])]
    for (const [name, schema] of Object.entries(before)) {
      if (name in after) compareSchemas(schema, after[name], `${where}.${name}`, direction)
      else found.push(`${where}.${name} is gone`)
    }
    const [needed, needs] = [list(old, 'required').map(String), list(now, 'required').map(String)]
    if (direction === 'sent')
      for (const name of needs.filter((each) => !needed.includes(each))) found.push(`${where}.${name} is required`)
    else
      for (const name of needed.filter((each) => !needs.includes(each)))
        found.push(`${where}.${name} is not always there`)
  }

  const compareLimits = (old: Members, now: Members, where: string): void => {
    for (const key of ['maximum', 'maxLength', 'maxItems', 'maxProperties'])
      if (Number(now[key]) < Number(old[key] ?? Infinity)) found.push(`${where} has a lower ${key}`)
    for (const key of ['minimum', 'minLength', 'minItems', 'minProperties'])
      if (Number(now[key]) > Number(old[key] ?? -Infinity)) found.push(`${where} has a higher ${key}`)
  }

  /** Variants are known by their names, or else by their order. */
  const compareVariants = (before: Json[], after: Json[], where: string, direction: Direction): void => {
    for (const [index, variant] of before.entries()) {
      const name = nameOf(variant)
      const same = after.find((each, place) => (name === '' ? place === index : nameOf(each) === name))
      if (same === undefined) found.push(`${where} is no longer ${name === '' ? `variant ${index}` : name}`)
      else compareSchemas(variant, same, where, direction)
    }
  }

  const compareContents = (before: Json, after: Json, where: string, direction: Direction): void => {
    const [old, now] = [members(members(before)['content']), members(members(after)['content'])]
    for (const [type, content] of Object.entries(old)) {
      if (type in now) compareSchemas(members(content)['schema'], members(now[type])['schema'], where, direction)
      else found.push(`${where} is no longer ${type}`)
    }
  }

  const compareOperations = (old: Members, now: Members, where: string): void => {
    const parameters = list(now, 'parameters').map((each) => resolve(newer, each))
    const known = list(old, 'parameters').map((each) => resolve(older, each))
    for (const one of known) {
      const same = parameters.find((each) => each['name'] === one['name'] && each['in'] === one['in'])
      if (same === undefined) found.push(`${where} has no parameter ${String(one['name'])}`)
      else compareSchemas(one['schema'], same['schema'], `${where} ${String(one['name'])}`, 'sent')
    }
    for (const { name, required, in: place } of parameters)
      if (
        required === true &&
        !known.some((one) => one['name'] === name && one['in'] === place && one['required'] === true)
      )
        found.push(`${where} requires ${String(name)}`)
    compareContents(old['requestBody'], now['requestBody'], `${where} body`, 'sent')
    const responses = members(now['responses'])
    for (const [status, response] of Object.entries(members(old['responses']))) {
      const described = resolve(older, response)
      if (status in responses)
        compareContents(described, resolve(newer, responses[status]), `${where} ${status}`, 'received')
      else found.push(`${where} no longer answers ${status}`)
    }
  }

  const [before, after] = [members(members(older)['paths']), members(members(newer)['paths'])]
  for (const [path, item] of Object.entries(before))
    for (const [method, operation] of Object.entries(members(item))) {
      const where = `${method} ${path}`
      const same = members(after[path])[method]
      if (same === undefined) found.push(`${where} is gone`)
      else compareOperations(members(operation), members(same), where)
    }
  return found
}

type Members = Readonly<Record<string, Json>>

const isObject = (value: Json): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)

const members = (value: Json): Members => (isObject(value) ? value : {})

const list = (value: Members, key: string): Json[] => {
  const found = value[key]
  return Array.isArray(found) ? found : []
}

const types = ({ type }: Members): string[] => [type].flat().flatMap((each) => (typeof each === 'string' ? [each] : []))

const textIn = (value: Json, key: string): string => {
  const found = members(value)[key]
  return typeof found === 'string' ? found : ''
}

const refOf = (value: Json): string => textIn(value, '$ref')

/** Of a variant: its reference, its title, or the one value that it has. */
const nameOf = (value: Json): string => {
  const { const: only, type } = members(value)
  const constant = only === undefined ? '' : JSON.stringify(only)
  return refOf(value) || textIn(value, 'title') || constant || (type === 'null' ? 'null' : '')
}

/** What a reference within the document names. */
const resolve = (document: Json, value: Json): Members => {
  const ref = refOf(value)
  if (ref === '') return members(value)
  const path = ref.replace(/^#\//, '').split('/')
  return resolve(
    document,
    path.reduce<Json>((inside, part) => members(inside)[part], document),
  )
}
