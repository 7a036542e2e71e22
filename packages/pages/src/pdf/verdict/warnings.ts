import { type Warning, warning } from '@polyparse/document'

export const layerRepaired = (page: number): Warning =>
  warning(
    'text_layer_repaired',
    `The text layer of page ${page} does not say what the page shows; its characters were restored by their shapes.`,
    page,
  )

export const layerUntrusted = (page: number): Warning =>
  warning(
    'text_layer_untrusted',
    `The text layer of page ${page} does not say what the page shows, and not all of it could be restored with certainty.`,
    page,
  )

export const charactersUnknown = (page: number, count: number): Warning =>
  warning(
    'character_unknown',
    count === 1
      ? `The font of one character on page ${page} does not say what it is; it is \uFFFD in the text.`
      : `The fonts of ${count} characters on page ${page} do not say what they are; each is \uFFFD in the text.`,
    page,
  )
