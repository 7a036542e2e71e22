/*
 * Captions are a few words long; a paragraph of them is what can be searched and cited by its time. Chosen by what a
 * reader needs to find a place in a recording, not measured on documents.
 */

export const subtitleLimits = {
  /** Seconds after which a paragraph ends with the next sentence. */
  paragraph: 30,
  /** Seconds after which it ends in any case: captions made by machines have no full stops. */
  longestParagraph: 60,
  /** Seconds; a caption that is shown for less only moves the one before it, as captions made by machines do. */
  flash: 0.1,
} as const
