import type { BlockValue, ImageValue } from '@polyparse/document/schema'
import { Fragment, type ReactNode } from 'react'
import { formatShare } from '../design/format.ts'
import { blockNames, typeClass } from './block-types.ts'
import { addressOf } from './image-address.ts'
import type { Reading } from './reading.ts'
import { safeAddress } from './safe-address.ts'
import { TableGrid } from './TableGrid.tsx'

/** A block in its own form: a heading as a heading, a table as a table. Made of elements, never of markup. */
export const BlockView = ({ block, reading }: { readonly block: BlockValue; readonly reading: Reading }) => (
  <>
    <span className={`block-type ${typeClass(block.type)}`}>
      {blockNames[block.type]}
      {block.confidence !== undefined && <span className="block-confidence"> {formatShare(block.confidence)}</span>}
    </span>
    <div className={`block-body is-${block.type}`} dir="auto">
      {contentOf(block, reading)}
    </div>
  </>
)

const contentOf = (block: BlockValue, { tables, images, captions }: Reading): ReactNode => {
  switch (block.type) {
    case 'title':
    case 'heading':
      // Not a heading of this page: its type is shown beside it, and its level in its size.
      return (
        <p className={`level-${block.type === 'title' ? 1 : Math.min(6, block.level ?? 2)}`}>
          <Runs block={block} />
        </p>
      )
    case 'list_item':
      return (
        <p className="list-item" style={{ marginInlineStart: `${(block.level ?? 1) - 1}rem` }}>
          <span className="list-marker">{block.marker ?? '•'}</span>
          <span>
            <Runs block={block} />
          </span>
        </p>
      )
    case 'table': {
      const table = block.table === undefined ? undefined : tables.get(block.table)
      return table === undefined ? (
        <p>{block.text}</p>
      ) : (
        <TableGrid table={table} captioned={captions.has(table.caption ?? '')} />
      )
    }
    case 'picture': {
      const image = block.image === undefined ? undefined : images.get(block.image)
      return <Picture image={image} text={block.text} />
    }
    case 'formula': {
      const image = block.image === undefined ? undefined : images.get(block.image)
      return image === undefined || image.data === '' ? (
        <pre>{block.text}</pre>
      ) : (
        <Picture image={image} text={block.text} />
      )
    }
    case 'code':
      return <pre>{block.text}</pre>
    case 'paragraph':
    case 'caption':
    case 'footnote':
    case 'page_header':
    case 'page_footer':
      return (
        <p>
          <Runs block={block} />
        </p>
      )
  }
}

const Picture = ({ image, text }: { readonly image: ImageValue | undefined; readonly text: string }) => {
  if (image === undefined || image.data === '') return <p className="muted">[picture] {text}</p>
  return <img src={addressOf(image)} alt={image.alt ?? text} width={image.width} height={image.height} loading="lazy" />
}

const Runs = ({ block: { runs, text } }: { readonly block: BlockValue }) => {
  if (runs === undefined) return text
  return runs.map((run, index) => {
    let content: ReactNode = run.text
    if (run.code === true) content = <code>{content}</code>
    if (run.bold === true) content = <strong>{content}</strong>
    if (run.italic === true) content = <em>{content}</em>
    if (run.superscript === true) content = <sup>{content}</sup>
    if (run.subscript === true) content = <sub>{content}</sub>
    const href = safeAddress(run.href)
    if (href !== null)
      content = (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {content}
        </a>
      )
    // oxlint-disable-next-line react/no-array-index-key -- the runs of a block never change
    return <Fragment key={index}>{content}</Fragment>
  })
}
