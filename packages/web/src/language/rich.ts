import { createElement, Fragment, type ReactNode } from 'react'

/** A text with elements in it: ``rich`Run ${command} again` ``. */
export const rich = (texts: TemplateStringsArray, ...elements: readonly ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...texts.flatMap((text, index) => [text, elements[index]]))
