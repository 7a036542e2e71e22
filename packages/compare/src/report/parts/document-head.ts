import { anchors, type ComparedDocument } from '../compared-document.ts'
import { html, type Html } from '../markup/html.ts'
import { heading } from './heading.ts'

/** More documents than this are found by their table, not by links above the report. */
const maxLinks = 8

/** The heading of one document among several, with the way back to all of them. */
export const documentHead = ({ name }: ComparedDocument): Html =>
  html`<header>${heading(2, html`<bdi>${name}</bdi>`)}<a href="#overall">All documents</a></header>`

export const documentLinks = (documents: readonly ComparedDocument[]): { href: string; name: string }[] =>
  documents.length > maxLinks
    ? []
    : documents.map((document) => ({ href: anchors.document(document), name: document.name }))
