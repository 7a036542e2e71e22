import { readFile } from 'node:fs/promises'

const styles = new URL('../styles/', import.meta.url)

/** The rules of `styles/base.css`, followed by those of one style. */
export const styleSheet = async (style: string): Promise<string> => {
  const read = (name: string) => readFile(new URL(`${name}.css`, styles), 'utf8')
  return `${await read('base')}\n${await read(style)}`
}
