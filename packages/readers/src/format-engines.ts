import { markupEngines } from '@polyparse/formats'
import { pageEngines } from '@polyparse/pages'

/** The engines that read a family of formats in one way, by name. */
export const formatEngines = { ...pageEngines, ...markupEngines }

export type FormatEngineName = keyof typeof formatEngines
