import type { ImageValue } from '@polyparse/document/schema'
import createPurifier, { type Config, type DOMPurify } from 'dompurify'
import { addressOfImage, hasFile } from './image-file.ts'
import { safeAddress } from './safe-address.ts'

type Images = ReadonlyMap<string, ImageValue>

/** The policy of the page allows the sanitiser to be created only once. */
let purifier: DOMPurify | null = null

/** The pictures of the document that is being sanitised. */
let sanitisedDocumentImages: Images = new Map()

/** The attribute that names an image whose file is not there yet. */
export const laterImage = 'data-image'

const allowed: Config = {
  USE_PROFILES: { html: true, mathMl: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'video', 'audio', 'source', 'picture'],
  FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'autofocus', 'tabindex'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Pictures are those of the result, and links lead out of the app or nowhere. */
const ownPicturesOnly = (element: Element): void => {
  if (element.localName === 'img') {
    const image = sanitisedDocumentImages.get(element.getAttribute('src') ?? '')
    element.removeAttribute('src')
    if (image === undefined || !hasFile(image)) return
    const address = addressOfImage(image)
    if (address !== null) element.setAttribute('src', address)
    else element.setAttribute(laterImage, image.id)
  }
  if (element.localName === 'a') {
    const href = safeAddress(element.getAttribute('href') ?? undefined)
    element.removeAttribute('href')
    if (href === null) return
    element.setAttribute('href', href)
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer nofollow')
  }
}

const purifierFor = (pictures: Images): DOMPurify => {
  sanitisedDocumentImages = pictures
  if (purifier !== null) return purifier
  purifier = createPurifier(window)
  purifier.addHook('afterSanitizeAttributes', ownPicturesOnly)
  return purifier
}

/**
 * Markup of a document without anything that runs, loads, sends or styles, for an element of this page. The sanitiser parses
 * it with `DOMParser`, in a document in which nothing runs or loads. Chromium reports inline handlers there as violations of
 * the page's policy all the same.
 */
export const safeMarkup = (markup: string, pictures: Images): TrustedHTML =>
  purifierFor(pictures).sanitize(markup, { ...allowed, RETURN_TRUSTED_TYPE: true })

/** The same for a page of its own. */
export const safeText = (markup: string, pictures: Images): string => purifierFor(pictures).sanitize(markup, allowed)
